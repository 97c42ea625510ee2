;; SPDX-License-Identifier: MIT
;; Functions of the original's LISP that Common Lisp has by other names, or not. The value of the
;; last form is printed, as a LISP system shows it.

(defpackage :listing (:use :cl) (:shadow :read))
(in-package :listing)
(setq *print-pretty* nil)
(defmacro de (name parameters &body body) `(defun ,name ,parameters ,@body))
(defun times (one other) (* one other))
(defun sub1 (number) (- number 1))
(defun remainder (one other) (rem one other))
(defvar *stock* nil)
(defun rewind (name) (declare (ignore name)) (setq *stock* (open "stock")))
(defun linenumber (name value) (declare (ignore name value)) nil)
(defun read (&optional (name nil))
  (if name
      (cl:read *stock* nil nil)
      (let ((answer (cl:read *standard-input* nil '%end)))
        (if (eq answer '%end) (ext:exit) answer))))
(with-open-file (forms "listing.lisp")
  (let ((value nil))
    (loop for form = (cl:read forms nil '%end)
          until (eq form '%end)
          do (setq value (eval form)))
    (format t "VALUE ~A~%" value)))
