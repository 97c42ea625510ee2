// SPDX-License-Identifier: MIT
/** The Worker of a page that emulates boards with an RP2350. */

import { Board8 } from '../machine/board8.js';
import { serve } from './emulation.js';

serve(Board8);
