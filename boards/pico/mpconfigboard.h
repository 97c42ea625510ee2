// The Raspberry Pi Pico as a Pocket Teletype; everything not set here is the rp2 port's default.
#define MICROPY_HW_BOARD_NAME                   "Pocket Teletype (Pico)"

// The last 1408 KiB of the 2 MiB flash hold the filesystem, as on a stock Pico, so that going
// from one image to the other keeps the files.
#define MICROPY_HW_FLASH_STORAGE_BYTES          (1408 * 1024)
