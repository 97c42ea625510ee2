// SPDX-License-Identifier: MIT
// What the rest of MicroPython refers to of the parts that the images leave out, and a count.

#include "hardware/structs/watchdog.h"
#include "py/emit.h"
#include "py/runtime.h"

#include "littlefs.h"
#include "modrp2.h"

// The compiler of @micropython.native and viper: 13 KB. Only the compiler: machine code in .mpy
// files and in frozen modules is loaded and run as ever, and comes from mpy-cross.
const emit_method_table_t emit_native_thumb_method_table = {0};

emit_t *emit_native_thumb_new(mp_emit_common_t *emit_common, mp_obj_t *error_slot,
    uint *label_slot, mp_uint_t max_num_labels) {
    (void)emit_common;
    (void)error_slot;
    (void)label_slot;
    (void)max_num_labels;
    mp_raise_msg(&mp_type_SyntaxError, MP_ERROR_TEXT("native code needs mpy-cross"));
}

void emit_native_thumb_free(emit_t *emit) {
    (void)emit;
}

// rp2.DMA, 2 KB: there is none to be made
void rp2_dma_init(void) {
}

void rp2_dma_deinit(void) {
}

MP_DEFINE_CONST_OBJ_TYPE(rp2_dma_type, MP_QSTR_DMA, MP_TYPE_FLAG_NONE);

// Read by teletype.exhibit.exhibit; a power-on sets it to 0, and nothing else uses it.
void handheld_bad_block(void) {
    watchdog_hw->scratch[1] += 1;
}

// machine.I2S
void machine_i2s_init0(void);
void machine_i2s_deinit_all(void);

void machine_i2s_init0(void) {
}

void machine_i2s_deinit_all(void) {
}
