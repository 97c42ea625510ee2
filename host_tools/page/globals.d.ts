/** Whether the page is one file, so that nothing can be fetched: esbuild puts the value here. */
declare const ONE_FILE: boolean;

/** The chip of the boards that the page emulates; likewise. */
declare const CHIP: 'RP2040' | 'RP2350';

/** What a script element has packed, as boot.js reads it. */
declare function unxz(element: HTMLElement): Promise<Uint8Array<ArrayBuffer>>;
