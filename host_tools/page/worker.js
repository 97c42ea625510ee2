// SPDX-License-Identifier: MIT
/** The Worker of a page that emulates boards with an RP2040. */

import { Board } from '../machine/board.js';
import { rehearse } from '../machine/execute.js';
import { serve } from './emulation.js';

rehearse(400_000);
serve(Board);
