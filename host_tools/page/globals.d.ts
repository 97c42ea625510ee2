/** Whether the page is one file, so that nothing can be fetched: esbuild puts the value here. */
declare const ONE_FILE: boolean;
