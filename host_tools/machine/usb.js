// SPDX-License-Identifier: MIT
/**
 * The computer at the other end of the USB cable, with the serial port open.
 *
 * rp2040js's `USBCDC` enumerates the board. Two things are corrected here:
 *  - it answers whenever the firmware is ready for a packet, with an empty one if need be, so that
 *    an idle board never sleeps. Here the endpoint is not answered (a NAK on the wire) until there
 *    is something to send;
 *  - it sends no start of frame every millisecond. TinyUSB enables that interrupt for the first
 *    frames after the port is opened, and only then sends what the board has printed before.
 */

import { USBCDC } from 'rp2040js';

const SOF = 1 << 17; // in the interrupt registers
const SOF_RD = 0x48;
const FRAME = 1e6; // ns

export class SerialHost {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {(data: Uint8Array) => void} received called with what the board sends
   */
  constructor(chip, received) {
    const usb = /** @type {any} */ (chip.usbCtrl);
    /** Whether the board's serial port exists. */
    this.connected = false;
    /** @private @type {Uint8Array[]} */
    this.outgoing = [];
    /** Bytes that the board has not taken yet. */
    this.backlog = 0;
    /** @private size of the packet that the firmware waits for; 0: none */
    this.wanted = 0;
    /** @private */
    this.usb = usb;
    /** @private @type {any} */
    this.cdc = new USBCDC(usb);
    this.cdc.onSerialData = received;
    this.cdc.onDeviceConnected = () => {
      this.connected = true;
    };
    const stockRead = usb.onEndpointRead;
    usb.onEndpointRead = (/** @type {number} */ endpoint, /** @type {number} */ size) => {
      if (endpoint !== this.cdc.outEndpoint) {
        stockRead(endpoint, size);
        return;
      }
      this.wanted = size;
      this.deliver();
    };
    this.startFrames(chip.clock);
    /** @private whether the computer reads more than the packet that it has */
    this.reads = true;
    /** @private whether the board waits for that */
    this.unread = false;
    const stockReady = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (/** @type {number} */ endpoint, /** @type {boolean} */ out) => {
      if (!out && endpoint && endpoint === this.cdc.inEndpoint && !this.reads) this.unread = true;
      else stockReady(endpoint, out);
    };
  }

  /** @param {boolean} reads whether the computer, which holds the port open, reads from it */
  read(reads) {
    this.reads = reads;
    if (!reads || !this.unread) return;
    this.unread = false;
    this.usb.indicateBufferReady(this.cdc.inEndpoint, false);
  }

  /** @param {Uint8Array} data for the board, which takes it at its own speed */
  send(data) {
    if (!data.length) return;
    this.outgoing.push(data);
    this.backlog += data.length;
    this.deliver();
  }

  /** @private */
  deliver() {
    if (!this.wanted || !this.backlog) return;
    const packet = new Uint8Array(Math.min(this.wanted, this.backlog));
    for (let at = 0; at < packet.length; ) {
      const part = this.outgoing[0].subarray(0, packet.length - at);
      packet.set(part, at);
      at += part.length;
      if (part.length === this.outgoing[0].length) this.outgoing.shift();
      else this.outgoing[0] = this.outgoing[0].subarray(part.length);
    }
    this.backlog -= packet.length;
    this.wanted = 0;
    this.usb.endpointReadDone(this.cdc.outEndpoint, packet);
  }

  /** @private @param {import('rp2040js').RP2040['clock']} clock */
  startFrames(clock) {
    const { usb } = this;
    const stockCheck = usb.checkInterrupts.bind(usb);
    const stockRegister = usb.readUint32.bind(usb);
    let due = false;
    const alarm = clock.createAlarm(() => {
      due = false;
      if (usb.intEnable & SOF) {
        usb.sofFrameNumber++;
        usb.intRaw |= SOF;
        usb.checkInterrupts();
      }
    });
    // The controller calls this whenever the firmware has changed its interrupt enables.
    usb.checkInterrupts = () => {
      stockCheck();
      if (usb.intEnable & SOF && !due) {
        due = true;
        alarm.schedule(FRAME);
      }
    };
    usb.readUint32 = (/** @type {number} */ offset) => {
      if (offset === SOF_RD) {
        usb.intRaw &= ~SOF; // reading the frame number clears it
        stockCheck();
      }
      return stockRegister(offset);
    };
  }
}
