// The Raspberry Pi Pico 2 as a Pocket Teletype; everything not set here is the rp2 port's default.
#define MICROPY_HW_BOARD_NAME                   "Pocket Teletype (Pico 2)"

// All but the first MiB of the 4 MiB flash holds the filesystem, as on a stock Pico 2, so that
// going from one image to the other keeps the files.
#define MICROPY_HW_FLASH_STORAGE_BYTES          (PICO_FLASH_SIZE_BYTES - 1024 * 1024)
