// SPDX-License-Identifier: MIT
/**
 * Faults of unmodified rp2040js; docs/develop.md says what is done about them. test_upstream.py
 * runs it with the folder of the machine's modules. Prints a JSON object that says for each
 * fault whether it is present.
 */

import { dirname } from 'node:path';

const packages = `${dirname(process.argv[2])}/node_modules`;
const { RP2040, USBCDC } = await import(`${packages}/rp2040js/dist/esm/index.js`);

const SRAM = 0x20000000;

function make() {
  const chip = new RP2040();
  chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
  return chip;
}

const I2C = 0x40044000;
const [TAR, DATA_CMD, RAW_INTR_STAT, ENABLE] = [0x04, 0x10, 0x34, 0x6c];
const [TX_EMPTY, TX_ABRT] = [1 << 4, 1 << 6];

function begin(chip) {
  chip.writeUint32(I2C + ENABLE, 0);
  chip.writeUint32(I2C + TAR, 0x3c);
  chip.writeUint32(I2C + ENABLE, 1);
  chip.writeUint32(I2C + DATA_CMD, 1 << 9); // a byte, and STOP
}

const [CARRY, OVERFLOW] = [1 << 29, 1 << 28];
/** Opcodes of `R0 = R0 … R1`. */
const [LSLS, LSRS, ASRS, ADCS, SBCS, RORS] = [0x4088, 0x40c8, 0x4108, 0x4148, 0x4188, 0x41c8];

/** Return a flag, as a program sees it, after an instruction with these R0, R1 and carry. */
function flag(wanted, opcode, r0, r1, carry) {
  const { core, sram } = make();
  sram.set([opcode & 255, opcode >> 8, 0xef, 0xf3, 0x00, 0x82], 0); // and mrs r2, apsr
  core.PC = SRAM;
  core.registers[0] = r0;
  core.registers[1] = r1;
  core.C = carry;
  core.executeInstruction();
  core.executeInstruction();
  return (core.registers[2] & wanted) !== 0;
}

const FAULTS = {
  'reset leaves the peripherals as they are': () => {
    const chip = make();
    const control = 0x40014004; // GPIO0_CTRL
    chip.writeUint32(control, 5);
    chip.reset();
    return chip.readUint32(control) === 5;
  },

  'a watchdog that has reset the chip is called again within the same tick': () => {
    const chip = make();
    let calls = 0;
    chip.peripherals[0x40058].onWatchdogTrigger = () => {
      if (++calls === 100) throw new Error('again and again');
    };
    chip.writeUint32(0x40058004, 2000); // LOAD
    chip.writeUint32(0x40058000, 1 << 30); // CTRL: ENABLE
    try {
      chip.clock.tick(2e6);
    } catch {
      return true;
    }
    return calls > 1;
  },

  'a HardFault is only a warning': () => {
    const chip = make();
    chip.sram.set([0x09, 0x68], 0); // ldr r1, [r1]
    chip.core.PC = SRAM;
    chip.core.registers[1] = 0x80000000;
    chip.core.executeInstruction();
    return chip.core.PC === SRAM + 2 && chip.core.IPSR === 0;
  },

  'LSLS by more than 32 leaves a carry': () => flag(CARRY, LSLS, 0xffffffff, 33, false),

  'LSRS, ASRS and RORS by 0 change the carry': () =>
    [LSRS, ASRS, RORS].every((opcode) => !flag(CARRY, opcode, 1, 0, true)),

  'ADCS and SBCS set V where they should not': () =>
    flag(OVERFLOW, ADCS, 0x7fffffff, 0xffffffff, true) && // 0x7fffffff - 1 + 1
    flag(OVERFLOW, SBCS, 0, 0x7fffffff, false), // 0 - 0x7fffffff - 1

  'BLX LR jumps to the instruction after it': () => {
    const chip = make();
    chip.sram.set([0xf0, 0x47], 0);
    chip.core.PC = SRAM;
    chip.core.registers[14] = SRAM + 0x101;
    chip.core.executeInstruction();
    return chip.core.PC === SRAM + 2;
  },

  'the flash chip answers no command': () => {
    const chip = make();
    chip.writeUint32(0x18000008, 1); // SSIENR
    for (const byte of [0x9f, 0, 0, 0]) chip.writeUint32(0x18000060, byte); // JEDEC ID
    const answer = [0, 1, 2, 3].map(() => chip.readUint32(0x18000060));
    return answer.every((byte) => byte === answer[0]);
  },

  'the USB host polls an idle port with empty packets': () => {
    const chip = make();
    const usb = chip.usbCtrl;
    const host = new USBCDC(usb);
    host.outEndpoint = 2;
    let length = -1;
    usb.endpointReadDone = (endpoint, packet) => (length = packet.length);
    usb.onEndpointRead(2, 64);
    return length === 0;
  },

  'no USB frame starts': () => {
    const chip = make();
    const usb = chip.usbCtrl;
    chip.writeUint32(0x50110090, 1 << 17); // INTE: DEV_SOF
    chip.clock.tick(5e6);
    return !(usb.intRaw & (1 << 17));
  },

  'TX_EMPTY is not set after an unacknowledged I2C address': () => {
    const chip = make();
    chip.i2c[0].onConnect = () => chip.i2c[0].completeConnect(false);
    begin(chip);
    chip.clock.tick(1e6);
    const raw = chip.readUint32(I2C + RAW_INTR_STAT);
    return (raw & TX_ABRT) !== 0 && (raw & TX_EMPTY) === 0;
  },

  'switching the I2C block off does not end a transfer': () => {
    const chip = make();
    let starts = 0;
    chip.i2c[0].onConnect = () => starts++; // without an answer, like a panel that holds the clock
    begin(chip);
    begin(chip);
    return starts === 1;
  },

  'an I2C or SPI block reaches its device whatever pins it uses': () => {
    const chip = make(); // no pin has a function yet
    let reached = false;
    chip.i2c[0].onConnect = () => (reached = true);
    begin(chip);
    return reached;
  },

  'a pull-up or pull-down has no effect on an input': () => {
    const chip = make();
    chip.writeUint32(0x4001c004, (1 << 6) | (1 << 3)); // pad of GPIO0: input enable, pull-up
    chip.writeUint32(0x40014004, 5); // GPIO0_CTRL: SIO
    return (chip.readUint32(0xd0000004) & 1) === 0; // GPIO_IN
  },

  'state machines run without the clock': async () => {
    const chip = make();
    chip.writeUint32(0x50200048, 0xe000); // INSTR_MEM0: SET PINS, 0
    chip.writeUint32(0x502000c8, 0xffff0000); // SM0_CLKDIV: a step in half a millisecond
    chip.writeUint32(0x50200000, 1); // CTRL: enable the first
    await new Promise((resolve) => setTimeout(resolve, 20));
    chip.pio[0].stop();
    return chip.clock.nanos === 0 && chip.pio[0].machines[0].cycles > 100;
  },
};

const found = {};
for (const [name, there] of Object.entries(FAULTS)) found[name] = await there();
console.log(JSON.stringify(found));
