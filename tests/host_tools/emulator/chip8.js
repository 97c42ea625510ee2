// SPDX-License-Identifier: MIT
/**
 * Reactions of the blocks of host_tools/machine's RP2350 to register accesses. test_rp2350.py
 * runs it with the folder of the machine's modules. Prints an object as JSON.
 */

const folder = process.argv[2];
const { Board8 } = await import(`${folder}/board8.js`);
const { serveRom } = await import(`${folder}/rom8.js`);
const { registers: R } = await import(`${folder}/memory.js`);

const SET = 0x2000; // aliases of a register
const CLEAR = 0x3000;
const IO_BANK0 = 0x40028000;
const PADS = 0x40038000;
const PSM = 0x40018000;
const SIO = 0xd0000000;
const TICKS = 0x40108000;
const WATCHDOG = 0x400d8000;
const QMI = 0x400d0000;
const POWMAN = 0x40100000;
const BOOTRAM = 0x400e0000;
const DMA = 0x50000000;
const TIMER1 = 0x400b8000;
const FILES = 1 << 20;

/** An image of two blocks, like the pico-sdk's: the image definition, and one that is ignored. */
function image(kind = 0x1021, stack = 0x20082000, start = 0x10000041) {
  const flash = new Uint8Array(4 << 20).fill(0xff);
  const view = new DataView(flash.buffer);
  const words = (at, ...values) => {
    values.forEach((value, index) => view.setUint32(at + 4 * index, value, true));
  };
  words(0, stack, start);
  view.setUint16(0x40, 0xe7fe, true); // an endless loop
  const first = [0xffffded3, (kind << 16) | 0x0142, 0x000001ff, 0x100, 0xab123579];
  words(0x20, ...first);
  words(0x120, 0xffffded3, 0x000001fe, 0x000001ff, -0x100 >>> 0, 0xab123579);
  return flash;
}

function board(flash = image()) {
  return new Board8({
    chip: 'RP2350',
    flash,
    filesystem: FILES,
    panel: { controller: 'ssd1306', width: 128, height: 64, address: 0x3c, externalVcc: false },
    buttons: {},
    i2c: [0, 4, 5],
  });
}

const found = {};
const hex = (value) => (value >>> 0).toString(16);

// Booting

const started = (flash) => {
  const { crashed } = board(flash);
  return crashed || [R[13], R[15]].map(hex);
};
found.boots = started(image());
found.others = [
  started(image(0x1121)), // for the RISC-V cores
  started(image(0x1011)), // not secure
  started(new Uint8Array(4 << 20).fill(0xff)),
];

const machine = board();
const { chip } = machine;
const { processor } = chip;
const lines = {};
const stock = processor.setInterrupt.bind(processor);
processor.setInterrupt = (number, level) => {
  lines[number] = level;
  stock(number, level);
};
const read = (address) => chip.readUint32(address);
const write = (address, value) => chip.writeUint32(address, value);

// GPIO coprocessor and isolation

const [gpio] = processor.coprocessors;
const led = [];
chip.gpio[25].addListener((state) => led.push(state));
write(IO_BANK0 + 8 * 25 + 4, 5);
gpio.mcrr(4, 4, 25, 1); // output
gpio.mcrr(4, 0, 25, 1); // high
found.isolated = [...led];
write(PADS + CLEAR + 4 + 4 * 25, 0x100);
gpio.mcr(7, 0, 0, 0, 25);
gpio.mcr(6, 0, 0, 0, 25);
gpio.mcr(5, 0, 0, 0, 25);
gpio.mcrr(6, 0, 25, 0); // if not
gpio.mcrr(6, 0, 25, 1);
found.bits = [...led];
const words = (act) => {
  act();
  return hex(read(SIO + 0x10));
};
found.words = [
  words(() => gpio.mcr(0, 0, 0, 0, 0x2000_00ff)),
  words(() => gpio.mcr(1, 0, 0, 0, 0xf)),
  words(() => gpio.mcr(2, 0, 0, 0, 0xf00)),
  words(() => gpio.mcr(3, 0, 0, 0, 0x2000_0000)),
  words(() => gpio.mcrr(0, 0, 1, 0x8000)),
];
found.upper = [hex(read(SIO + 0x14)), hex(gpio.mrc(0, 0, 1)), hex(gpio.mrrc(0, 0)), processor.high];
write(SIO + 0x18, 6);
write(SIO + 0x28, 2);
write(SIO + 0x20, 1);
found.registers = hex(read(SIO + 0x10));

// Interrupts of pins: a press that ends before anybody polls

found.presses = [0, 14, 29].map((pin) => {
  const [word, shift] = [4 * (pin >> 3), 4 * (pin & 7)];
  write(PADS + SET + 4 + 4 * pin, 0x40);
  write(PADS + CLEAR + 4 + 4 * pin, 0x100);
  chip.gpio[pin].setInputValue(true);
  write(IO_BANK0 + 0x230 + word, (0xc << shift) >>> 0);
  write(IO_BANK0 + SET + 0x248 + word, (4 << shift) >>> 0); // PROC0_INTE, edge low
  const quiet = lines[21] === true;
  chip.gpio[pin].setInputValue(false);
  chip.gpio[pin].setInputValue(true);
  const told = [0x230, 0x248, 0x278].map((at) => (read(IO_BANK0 + at + word) >>> shift) & 0xf);
  const raised = lines[21];
  write(IO_BANK0 + 0x230 + word, (0x4 << shift) >>> 0);
  const after = lines[21];
  write(IO_BANK0 + SET + 0x260 + word, (1 << shift) >>> 0); // PROC0_INTF
  const forced = lines[21];
  write(IO_BANK0 + CLEAR + 0x260 + word, (1 << shift) >>> 0);
  return [quiet, ...told, raised, after, forced, lines[21]];
});

// PSM, and the second core's greeting

write(PSM + SET + 4, 1 << 24);
const off = [read(PSM + 4), read(PSM + 0xc), read(SIO + 0x50) & 1].map(hex);
write(PSM + CLEAR + 4, 1 << 24);
found.psm = [...off, hex(read(PSM + 0xc)), read(SIO + 0x50) & 1, read(SIO + 0x58)];
found.drained = read(SIO + 0x50) & 1;

// Boot RAM, POWMAN, DMA, the second timer

found.locks = [read(BOOTRAM + 0x80c), read(BOOTRAM + 0x80c)];
write(BOOTRAM + 0x80c, 1);
found.locks.push(read(BOOTRAM + 0x80c));
write(BOOTRAM + 0x380, 0x11223344);
chip.writeUint8(BOOTRAM + 0x381, 0xaa);
chip.writeUint16(BOOTRAM + 0x1382, 0xff00); // XOR
found.strobes = hex(read(BOOTRAM + 0x380));
write(POWMAN + 0xb0, 0x12345678);
write(POWMAN + 0x58, 7);
write(POWMAN + 0x5c, 0x5afe0007);
found.password = [read(POWMAN + 0xb0), read(POWMAN + 0x58), read(POWMAN + 0x5c)].map(hex);
write(0x20001000, 0x01020304);
write(0x20001004, 0x05060708);
write(DMA + 0x4c0, 0x20001000);
write(DMA + 0x4c4, 0x20002000);
for (const [at, value] of [[0, 0x20001000], [4, 0x20002000], [8, 2]]) write(DMA + 0xc0 + at, value);
write(DMA + 0x404, 1 << 3); // INTE0 of channel 3
write(DMA + 0xcc, 1 | (2 << 2) | (1 << 4) | (1 << 6) | (3 << 13) | (63 << 17) | (1 << 24));
chip.run(chip.clock.nanos + 10_000, () => false);
found.dma = [hex(read(0x20002000)), hex(read(0x20002004)), hex(read(DMA + 0xcc)), lines[10]];
write(TIMER1 + 0x40, 1 << 2);
write(TIMER1 + 0x18, Math.floor(chip.clock.nanos / 1000) + 50);
const armed = read(TIMER1 + 0x20);
const before = lines[6] ?? false;
chip.run(chip.clock.nanos + 60_000, () => false);
found.timer = [armed, before, lines[6], read(TIMER1 + 0x3c), read(TIMER1 + 0x48)];

// The flash in direct mode

const status = () => {
  write(QMI + 4, 0x05);
  write(QMI + 4, 0);
  return [read(QMI + 8), read(QMI + 8)][1];
};
/** Send one command with its bytes; return what the chip sends at the same time. */
const command = (...bytes) => {
  write(QMI + SET, 1 << 2);
  const answer = bytes.map((byte) => {
    write(QMI + 4, byte);
    return read(QMI + 8);
  });
  write(QMI + CLEAR, 1 << 2);
  return answer;
};
const at = [0x20, 0, 0]; // 2 MiB
write(QMI + SET, 1);
found.jedec = command(0x9f, 0, 0, 0).slice(1).map(hex);
found.erasedUnasked = [command(0x20, ...at), machine.flash.erases][1];
command(0x06);
write(QMI + SET, 1 << 2);
found.enabled = status();
write(QMI + CLEAR, 1 << 2);
command(0x20, ...at);
command(0x06);
command(0x02, ...at, 1, 2, 3, 4);
found.direct = [machine.flash.erases, ...command(0x03, ...at, 0, 0, 0, 0, 0).slice(4)];
write(QMI + 4, (1 << 18) | (1 << 20) | 0x0500); // 16 bits, without an answer
found.nopush = hex(read(QMI) & (1 << 16));
read(0x10200000);
found.busy = machine.crashed;
write(QMI + CLEAR, 1);
machine.crashed = '';
found.windows = [0x10200000, 0x14200000, 0x1c200000].map((address) => hex(read(address)));
write(QMI + 0x34, (0x100 << 16) | 0x200); // the first window maps the MiB at 2 MiB
found.translated = [hex(read(0x14000000)), hex(read(0x1c000000))];
read(0x14100000);
found.behind = chip.fault;
write(0x14000000, 0);
found.stored = machine.crashed;
machine.crashed = '';
found.faults = [...machine.flash.faults];

// The boot ROM's functions

const trap = (address) => {
  R[15] = address & ~1;
  return serveRom(chip, chip.readUint16(address & ~1) & 0xff);
};
const look = (name, mask = 4) => {
  [R[0], R[1]] = [name.charCodeAt(0) | (name.charCodeAt(1) << 8), mask];
  trap(chip.readUint16(0x16));
  return R[0];
};
const call = (name, ...values) => {
  const address = look(name);
  values.forEach((value, index) => {
    R[index] = value;
  });
  trap(address);
  return R[0];
};
found.lookups = [look('FO') & 1, look('FO', 0x40), look('FD'), look('FD', 0x40) > 0, look('ZZ')];
found.devinfo = hex(chip.readUint16(read(look('FD', 0x40))));
call('RA');
found.again = hex(read(0x14200000));
found.chipInfo = [call('GS', 0x20001000, 9, 1), read(0x20001000), call('GS', 0x20001000, 3, 1)];
found.bootInfo = [call('GS', 0x20001000, 9, 0x40), hex(read(0x20001004))];
found.partitions = [call('GP', 0x20001000, 8, 1), read(0x20001004)];
found.otp = [call('OA', 0x20001000, 8, 0), call('OA', 0x20001000, 8, 0x10000)];
for (let index = 0; index < 256; index++) chip.writeUint8(0x20001000 + index, 255 - index);
found.flashOp = [
  call('FO', 0, 0x10210000, 4096),
  call('FO', 0x10000, 0x10210000, 256, 0x20001000),
  call('FO', 0x20001, 0x10210004, 4, 0x20002000),
  hex(read(0x20002000)),
  call('FO', 0, 0x10210010, 4096),
  call('FO', 0, 0x10400000, 4096),
];
call('RE', 0x220000, 0x2000);
call('RP', 0x221000, 0x20001000, 256);
found.ranges = [hex(read(0x10221000)), hex(read(0x10222000)), machine.flash.erases];
found.romFaults = [...machine.flash.faults];
call('RE', 0, 4096);
found.below = machine.flash.faults;

// The watchdog, last: it resets the chip

write(WATCHDOG + 0x0c, 0x12345678);
write(WATCHDOG + 4, 2_000_000);
write(WATCHDOG + SET, 0x40000000);
const begun = chip.clock.nanos;
const run = (seconds) => chip.run(begun + seconds * 1e9, () => chip.watchdog.bitten);
run(0.5);
found.stopped = read(WATCHDOG) & 0xffffff;
write(TICKS + 0x34, 12);
write(TICKS + 0x30, 1);
run(1.5);
found.left = read(WATCHDOG) & 0xffffff;
run(5);
found.bite = [Math.round((chip.clock.nanos - begun) / 1e6), chip.watchdog.bitten];
machine.crashed = ''; // from the read beyond the window
machine.runTo(machine.nanos + 1000);
const next = machine.chip;
found.reset = [
  next !== chip,
  next.readUint32(WATCHDOG + 8),
  hex(next.readUint32(WATCHDOG + 0x0c)),
  hex(next.readUint32(POWMAN + 0x2c)),
  next.readUint32(WATCHDOG) >>> 30,
];
machine.reset();
found.run = [
  machine.chip.readUint32(WATCHDOG + 8),
  hex(machine.chip.readUint32(WATCHDOG + 0x0c)),
  hex(machine.chip.readUint32(POWMAN + 0x2c)),
];

console.log(JSON.stringify(found));
