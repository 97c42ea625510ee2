// SPDX-License-Identifier: MIT
/**
 * The emulated Cortex-M33 itself: exceptions, interrupts, stacking, sleep, faults, coprocessors.
 * test_armv8m.py runs it with the folder of the machine's modules. It prints a line for each
 * check that fails, and the number of checks.
 *
 * The expectations come from the Armv8-M Architecture Reference Manual (DDI 0553): B3.18 to
 * B3.22 (exceptions), B3.23 (lazy saving), D1.2 (registers).
 */

const [folder] = process.argv.slice(2);
const { Armv8m } = await import(`${folder}/armv8m.js`);
const memory = await import(`${folder}/memory.js`);
const { SRAM_START, forgetAll, registers: R, sram16, sram32, singleBits, singles } = memory;

const MAIN = SRAM_START + 0x1000;
const HANDLER = SRAM_START + 0x2000;
const STACK = SRAM_START + 0x8000;
const SCS = 0xe000e000;

let checks = 0;
let title = '';
function check(what, got, wanted) {
  checks++;
  if (got === wanted) return;
  const show = (value) => (typeof value === 'number' ? `0x${(value >>> 0).toString(16)}` : value);
  console.log(`${title}: ${what} is ${show(got)}, not ${show(wanted)}`);
}

/** Write halfwords to SRAM. */
function put(address, ...halfwords) {
  halfwords.forEach((halfword, at) => {
    sram16[((address - SRAM_START) >> 1) + at] = halfword;
  });
}
const word = (address) => sram32[(address - SRAM_START) >> 2];
const setWord = (address, value) => {
  sram32[(address - SRAM_START) >> 2] = value;
};

let faults = [];
let stopped = false;
let core;
/** Start a processor at MAIN, with a handler at HANDLER for every exception. */
function begin(name) {
  title = name;
  sram32.fill(0);
  forgetAll();
  faults = [];
  stopped = false;
  core = new Armv8m({
    read: () => 0,
    write() {},
    breakpoint() {
      stopped = true;
      core.leave();
      return true;
    },
    fault(why) {
      faults.push(why);
      core.leave();
    },
    systemReset() {
      stopped = 'reset';
      core.leave();
    },
  });
  for (let number = 2; number < 68; number++) setWord(SRAM_START + 4 * number, HANDLER | 1);
  setWord(SRAM_START, STACK);
  setWord(SRAM_START + 4, MAIN | 1);
  core.reset(SRAM_START);
}
function run(cycles = 1000) {
  stopped = false;
  let spent = 0;
  for (let turn = 0; turn < 50 && !stopped && !core.asleep && spent < cycles; turn++) spent += core.run(cycles - spent);
  return spent;
}
const BKPT = 0xbe00;
const NOP = 0xbf00;
const BX_LR = 0x4770;

begin('reset');
put(MAIN, BKPT);
check('PC', R[15], MAIN);
check('SP', R[13], STACK);
check('LR', R[14], -1);
run();
check('a breakpoint', stopped, true);

begin('an interrupt');
put(MAIN, 0x2005, NOP, NOP, NOP, BKPT); // MOVS R0, #5
put(HANDLER, 0x2007, BKPT, BX_LR); // MOVS R0, #7
core.writeOutside(SCS + 0x100, 4, 1 << 3);
R[1] = 11;
R[12] = 22;
R[14] = 33;
core.N = true;
core.C = true;
core.setInterrupt(3, true);
run();
check('where', R[15], HANDLER + 4);
check('IPSR', core.ipsr, 19);
check('EXC_RETURN', R[14], 0xfffffff9 | 0);
check('the frame', R[13], STACK - 32);
check('R1 in it', word(STACK - 28), 11);
check('R12 in it', word(STACK - 16), 22);
check('LR in it', word(STACK - 12), 33);
check('PC in it', word(STACK - 8), MAIN);
check('xPSR in it', word(STACK - 4) | 0, 0xa1000000 | 0);
check('active', core.readOutside(SCS + 0x300, 4), 8);
core.setInterrupt(3, false);
run();
check('R0 afterwards', R[0], 5);
check('SP afterwards', R[13], STACK);
check('IPSR afterwards', core.ipsr, 0);

begin('an interrupt whose level stays');
put(MAIN, NOP, NOP, BKPT);
put(HANDLER, 0x3001, BKPT, BX_LR); // ADDS R0, #1; each run stops at the breakpoint
core.writeOutside(SCS + 0x104, 4, 1 << 19); // number 51, the last one
core.setInterrupt(51, true);
run();
check('IPSR', core.ipsr, 67);
run();
check('again', core.ipsr, 67);
core.setInterrupt(51, false);
run();
check('back', core.ipsr, 0);

begin('priorities');
put(MAIN, NOP, NOP, BKPT);
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0x100, 4, 0b1110);
core.writeOutside(SCS + 0x401, 1, 0x80); // 1: 0x80
core.writeOutside(SCS + 0x402, 1, 0x40); // 2: 0x40
core.writeOutside(SCS + 0x403, 1, 0xff); // 3: the lowest priority
check('as it can be read', core.readOutside(SCS + 0x400, 4), 0xf0408000 | 0);
core.setInterrupt(1, true);
core.setInterrupt(1, false);
core.setInterrupt(3, true);
core.setInterrupt(3, false);
run();
check('the higher one', core.ipsr, 17);
core.setInterrupt(2, true);
core.setInterrupt(2, false);
run();
check('one that preempts', core.ipsr, 18);
check('EXC_RETURN of it', R[14], 0xfffffff1 | 0);
run();
check('then, behind the first one, the lower one', core.ipsr, 19);
run();
check('and back', core.ipsr, 0);
check('SP', R[13], STACK);

begin('PRIMASK, BASEPRI, FAULTMASK');
put(MAIN, 0xb672, NOP, NOP, BKPT, 0xb662, NOP, BKPT); // CPSID i ... CPSIE i
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0x100, 4, 2);
core.writeOutside(SCS + 0x401, 1, 0x80);
run(1);
core.setInterrupt(1, true);
run();
check('masked', core.ipsr, 0);
run();
check('taken behind CPSIE', core.ipsr, 17);
check('and returns to', word(R[13] + 24), MAIN + 10);
core.setInterrupt(1, false);
run();
put(MAIN + 0x100, 0x2080, 0xf380, 0x8811, NOP, BKPT, 0x2000, 0xf380, 0x8811, NOP, BKPT); // BASEPRI = R0 = 0x80; 0
core.start(MAIN + 0x100, STACK);
run(3);
core.setInterrupt(1, true);
run();
check('BASEPRI masks', core.ipsr, 0);
check('BASEPRI', core.basepri, 0x80);
run();
check('and lets pass', core.ipsr, 17);

begin('a process with its own stack');
put(MAIN, 0x2003, 0xf380, 0x8814, 0xf3bf, 0x8f6f, BKPT, NOP, 0xdf00, BKPT); // CONTROL = 3; ISB; SVC
put(HANDLER, BKPT, BX_LR);
core.psp = STACK - 0x1004;
run();
check('SP', R[13], STACK - 0x1004);
check('privileged', core.privileged, false);
run();
check('SVC', core.ipsr, 11);
check('EXC_RETURN', R[14], 0xfffffffd | 0);
check('the frame', core.psp, (STACK - 0x1004 - 0x20) & ~7);
check('xPSR in it: SP was not aligned to 8', (word(core.psp + 28) >> 9) & 1, 1);
check('PC in it', word(core.psp + 24), MAIN + 16);
check('the main stack', R[13], STACK);
run();
check('SP afterwards', R[13], STACK - 0x1004);
check('privileged', core.privileged, false);
core.writeSpecial(16, 1, 0);
check('PRIMASK that may not be written', core.primask, 0);

begin('PendSV and SysTick');
put(MAIN, NOP, 0xe7fd); // for ever
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0xd04, 4, 1 << 28);
run();
check('PendSV', core.ipsr, 14);
run(100);
check('back', core.ipsr, 0);
core.writeOutside(SCS + 0x14, 4, 999);
core.writeOutside(SCS + 0x18, 4, 0);
core.writeOutside(SCS + 0x10, 4, 7);
const until = run(5000);
check('SysTick', core.ipsr, 15);
check('after 1000 cycles or a few more', until >= 1000 && until < 1020, true);
check('its current value', core.readOutside(SCS + 0x18, 4) > 970, true);
check('COUNTFLAG', (core.readOutside(SCS + 0x10, 4) >> 16) & 1, 1);
check('COUNTFLAG is read once', (core.readOutside(SCS + 0x10, 4) >> 16) & 1, 0);

begin('sleep');
put(MAIN, 0xbf30, NOP, BKPT); // WFI
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0x100, 4, 2);
core.primask = 1;
run();
check('asleep', core.asleep, true);
core.setInterrupt(1, true);
check('awake, though it is masked', core.asleep, false);
run();
check('not taken', core.ipsr, 0);
put(MAIN + 0x40, 0xbf20, 0x3001, 0xbf20, 0x3001, BKPT); // WFE; ADDS R0, #1
core.setInterrupt(1, false);
core.start(MAIN + 0x40, STACK);
core.event();
R[0] = 0;
run();
check('an event that was before: the second WFE sleeps', R[0], 1);
check('asleep', core.asleep, true);
core.event();
run();
check('awake', R[0], 2);

begin('a frame with floats, saved late');
put(MAIN, NOP, NOP, BKPT, NOP, BKPT);
put(HANDLER, BKPT, 0xee30, 0x0a20, BKPT, BX_LR); // VADD.F32 S0, S0, S1
core.writeOutside(SCS + 0xd88, 4, 0x00f00000);
core.writeOutside(SCS + 0x100, 4, 2);
for (let index = 0; index < 32; index++) singles[index] = index + 0.5;
core.control = 4;
core.fpscr = 0x20000000;
core.setInterrupt(1, true);
core.setInterrupt(1, false);
run();
check('EXC_RETURN', R[14], 0xffffffe9 | 0);
check('the frame', R[13], STACK - 0x68);
check('FPCAR', core.readOutside(SCS + 0xf38, 4), STACK - 0x68 + 0x20);
check('LSPACT', core.readOutside(SCS + 0xf34, 4) & 1, 1);
check('CONTROL.FPCA', core.control & 4, 0);
check('S1 is not saved yet', word(STACK - 0x68 + 0x24), 0);
run();
check('S0', singles[0], 2);
check('S1 is saved', word(STACK - 0x68 + 0x24), singleBits[1]);
check('FPSCR is saved', word(STACK - 0x68 + 0x60), 0x20000000);
check('LSPACT', core.readOutside(SCS + 0xf34, 4) & 1, 0);
run();
check('S0 afterwards', singles[0], 0.5);
check('FPSCR afterwards', core.fpscr, 0x20000000);
check('CONTROL.FPCA afterwards', core.control & 4, 4);
check('SP', R[13], STACK);

begin('a frame with floats that are not used');
put(MAIN, NOP, NOP, BKPT);
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0xd88, 4, 0x00f00000);
core.writeOutside(SCS + 0x100, 4, 2);
singles[3] = 7;
core.control = 4;
core.setInterrupt(1, true);
core.setInterrupt(1, false);
run();
run();
check('S3', singles[3], 7);
check('nothing is saved', word(STACK - 0x68 + 0x20 + 12), 0);
check('SP', R[13], STACK);

begin('a frame with floats, saved at once');
put(MAIN, NOP, NOP, BKPT);
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0xd88, 4, 0x00f00000);
core.writeOutside(SCS + 0xf34, 4, 1 << 31);
core.writeOutside(SCS + 0x100, 4, 2);
singles[3] = 7;
core.control = 4;
core.setInterrupt(1, true);
core.setInterrupt(1, false);
run();
check('S3 in the frame', word(STACK - 0x68 + 0x20 + 12), singleBits[3]);
singles[3] = 8;
run();
check('S3 afterwards', singles[3], 7);

begin('the FPU is closed');
put(MAIN, 0xee30, 0x0a20, BKPT);
put(HANDLER, BKPT);
run();
check('told', faults[0]?.startsWith('NOCP at 0x20001000'), true);
run();
check('HardFault', core.ipsr, 3);
check('CFSR', core.readOutside(SCS + 0xd28, 4), 1 << 19);
check('HFSR', core.readOutside(SCS + 0xd2c, 4), 1 << 30);
check('PC in the frame', word(R[13] + 24), MAIN);

begin('a UsageFault with a handler');
put(MAIN, 0xde00, BKPT); // UDF
put(HANDLER, BKPT);
core.writeOutside(SCS + 0xd24, 4, 1 << 18);
run();
check('UsageFault', core.ipsr, 6);
check('CFSR', core.readOutside(SCS + 0xd28, 4), 1 << 16);
check('nothing is told', faults.length, 0);

begin('an error of the bus');
put(MAIN, 0x6808, BKPT); // LDR R0, [R1]
put(HANDLER, BKPT);
R[1] = 0x40000000;
core.bus.read = () => {
  core.busError();
  return 0;
};
run();
check('told', faults[0], 'PRECISERR at 0x20001000, of 0x40000000');
run();
check('CFSR', core.readOutside(SCS + 0xd28, 4), 0x8200);
check('BFAR', core.readOutside(SCS + 0xd38, 4), 0x40000000);
check('PC in the frame', word(R[13] + 24), MAIN);

begin('the limit of the stack');
put(MAIN, 0xb4ff, 0xb4ff, BKPT); // PUSH {R0-R7}, twice
put(HANDLER, BKPT);
core.writeSpecial(10, STACK - 0x30, 0);
core.writeOutside(SCS + 0xd24, 4, 1 << 18);
run();
check('told of the exception, which finds no room', faults.length, 1);
check('CFSR', core.readOutside(SCS + 0xd28, 4), 1 << 20);

begin('to a state that is not Thumb');
put(MAIN, 0x4708, BKPT); // BX R1
put(HANDLER, BKPT);
R[1] = MAIN + 0x100;
run();
check('told', faults[0]?.startsWith('INVSTATE'), true);

begin('an IT block that is interrupted');
put(MAIN, 0x2800, 0xbf0c, 0x2101, 0x2102, BKPT); // CMP R0, #0; ITE EQ; MOVEQ R1, #1; MOVNE R1, #2
put(HANDLER, BKPT, BX_LR);
core.writeOutside(SCS + 0x100, 4, 2);
run(2);
core.setInterrupt(1, true);
core.setInterrupt(1, false);
run();
check('ITSTATE in the frame: 0x0c', word(R[13] + 28) & 0x0600fc00, 0x0c00);
check('PC in the frame', word(R[13] + 24), MAIN + 4);
forgetAll();
run();
check('R1', R[1], 1);

begin('exclusive accesses');
put(MAIN, 0xe851, 0x2f00, 0xe841, 0x3400, 0xe841, 0x3500, BKPT); // LDREX R2, [R1]; STREX R4, R3, [R1]; R5
R[1] = STACK;
R[3] = 77;
setWord(STACK, 55);
run();
check('loaded', R[2], 55);
check('stored', word(STACK), 77);
check('the first one', R[4], 0);
check('the second one', R[5], 1);

begin('coprocessor 0');
const calls = [];
core.coprocessors[0] = {
  mcr: (...all) => calls.push(['mcr', ...all]),
  mrc: (...all) => (calls.push(['mrc', ...all]), 42),
  mcrr: (...all) => calls.push(['mcrr', ...all]),
  mrrc(...all) {
    calls.push(['mrrc', ...all]);
    core.high = 2;
    return 1;
  },
  cdp: (...all) => calls.push(['cdp', ...all]),
};
core.writeOutside(SCS + 0xd88, 4, 3);
// mcr p0,#1,r2,c3,c4,#5; mrc p0,#1,r6,c3,c4,#5; mcrr p0,#4,r3,r2,c4; mrrc2 p0,#4,r0,r1,c8; cdp p0,#2,c3,c4,c5,#6
put(MAIN, 0xee23, 0x20b4, 0xee33, 0x60b4, 0xec42, 0x3044, 0xfc51, 0x0048, 0xee24, 0x30c5, BKPT);
R[2] = 9;
R[3] = 8;
run();
check('calls', JSON.stringify(calls), JSON.stringify([
  ['mcr', 1, 3, 4, 5, 9], ['mrc', 1, 3, 4, 5], ['mcrr', 4, 4, 8, 9], ['mrrc', 20, 8], ['cdp', 2, 3, 4, 5, 6],
]));
check('R6', R[6], 42);
check('R0', R[0], 1);
check('R1', R[1], 2);

begin('special registers');
put(MAIN, 0xf3ef, 0x8105, 0xf3ef, 0x8208, 0xf3ef, 0x8310, 0xe841, 0xf400, BKPT); // MRS IPSR, MSP, PRIMASK; TT R4, R1
core.primask = 1;
run();
check('IPSR', R[1], 0);
check('MSP', R[2], STACK);
check('PRIMASK', R[3], 1);
check('TT: Secure, to be read and written', R[4], 0x004c0000);

begin('a reset by the program');
put(MAIN, 0x6001, NOP, NOP); // STR R1, [R0]
R[0] = SCS + 0xd0c;
R[1] = 0x05fa0004;
run();
check('asked for', stopped, 'reset');

begin('code that is written anew');
put(MAIN, 0x8013, 0x4788, 0x8014, 0x4788, BKPT); // STRH R3,[R2]; BLX R1; STRH R4,[R2]; BLX R1
R[1] = (HANDLER + 0x100) | 1;
R[2] = HANDLER + 0x100;
R[3] = 0x3007; // ADDS R0, #7
R[4] = 0x3001; // ADDS R0, #1
put(HANDLER + 0x102, BX_LR);
run();
check('both', R[0], 8);

console.log(`checks: ${checks}`);
