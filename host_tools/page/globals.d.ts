/** Whether the page is a single file and cannot fetch anything; esbuild inserts the value. */
declare const ONE_FILE: boolean;

/** The chip of the boards that the page emulates; also inserted. */
declare const CHIP: 'RP2040' | 'RP2350';

/** Unpack the parts in a script element, each as soon as it is there; defined by boot.js. */
declare function unxz(element: HTMLElement): Promise<Uint8Array<ArrayBuffer>>[];

/** The first Worker and the address of its program, which boot.js unpacks before main.js. */
declare var early: Promise<{ address: string; worker: Worker }>;
