// SPDX-License-Identifier: MIT
// Find a frozen module by its name without reading all the names.
//
// MicroPython 1.25 compares a name with one frozen name after the other, three times for an import
// (py/frozenmod.c). They take 12 KiB of the flash, and so nearly all of its cache. The linker
// replaces that function by this one (--wrap), which compares bytes in RAM and reads the flash
// where they agree.

#include <string.h>

#include "py/emitglue.h"
#include "py/frozenmod.h"

#if MICROPY_MODULE_FROZEN_STR
#error "an image has modules frozen as bytecode only"
#endif

extern const char mp_frozen_names[];  // each ends with 0, the last one with another 0
extern const mp_frozen_module_t *const mp_frozen_mpy_content[];

mp_import_stat_t __real_mp_find_frozen_module(const char *str, int *frozen_type, void **data);

// The most modules and folders; an image with more is searched as MicroPython does it.
#define MOST (640)

static uint16_t start[MOST];  // where in mp_frozen_names: first the modules, then the folders
static uint8_t sum[MOST];
static size_t modules, entries;  // entries: MOST if there are more

static uint8_t sum_of(const char *name, size_t len) {
    uint32_t sum = len;
    while (len--) {
        sum = sum * 33 ^ (uint8_t)*name++;
    }
    return sum ^ sum >> 8;
}

// Return the number of the first entry from `first` to `end` with this name; `end` if there is none.
static size_t find(const char *name, size_t len, size_t first, size_t end) {
    const uint8_t wanted = sum_of(name, len);
    for (; first < end; ++first) {
        const uint8_t *equal = memchr(sum + first, wanted, end - first);
        if (equal == NULL) {
            return end;
        }
        first = equal - sum;
        const char *found = mp_frozen_names + start[first];
        if (strncmp(found, name, len) == 0 && found[len] == (first < modules ? 0 : '/')) {
            break;
        }
    }
    return first;
}

static void add(const char *name, size_t len) {
    if (entries < MOST) {
        start[entries] = name - mp_frozen_names;
        sum[entries++] = sum_of(name, len);
    }
}

static void list_names(void) {
    for (const char *name = mp_frozen_names; *name; name += strlen(name) + 1) {
        add(name, strlen(name));
    }
    modules = entries;
    for (const char *name = mp_frozen_names; *name; name += strlen(name) + 1) {
        for (const char *end = strchr(name, '/'); end; end = strchr(end + 1, '/')) {
            if (find(name, end - name, modules, entries) == entries) {
                add(name, end - name);
            }
        }
    }
}

mp_import_stat_t __wrap_mp_find_frozen_module(const char *str, int *frozen_type, void **data) {
    if (entries == 0) {
        list_names();
    }
    if (entries == MOST) {
        return __real_mp_find_frozen_module(str, frozen_type, data);
    }
    const size_t len = strlen(str);
    const size_t module = find(str, len, 0, modules);
    if (frozen_type != NULL) {
        *frozen_type = module < modules ? MP_FROZEN_MPY : MP_FROZEN_NONE;
    }
    if (module < modules) {
        if (frozen_type != NULL) {
            *data = (void *)mp_frozen_mpy_content[module];
        }
        return MP_IMPORT_STAT_FILE;
    }
    return find(str, len, modules, entries) < entries ? MP_IMPORT_STAT_DIR : MP_IMPORT_STAT_NO_EXIST;
}
