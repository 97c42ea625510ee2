// SPDX-License-Identifier: MIT
/**
 * The OLED on the page: a canvas with a pixel for each of the panel's, and a blurred copy of it
 * for the glow.
 *
 * The canvas is shown so large that each of its pixels is a whole number of the screen's, at any
 * zoom, with a dark line between them as on the glass (0.15 of 0.17 mm are lit).
 */

const LIT = [224, 243, 255];

export class Panel {
  /**
   * @param {HTMLElement} glass what the canvases lie in
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLCanvasElement} glow
   */
  constructor(glass, canvas, glow) {
    this.glass = glass;
    this.canvas = canvas;
    this.glow = glow;
    // It is drawn and read by the processor, pixel by pixel: the graphics card would be in the way.
    const options = { willReadFrequently: true };
    this.ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', options));
    this.light = /** @type {CanvasRenderingContext2D} */ (glow.getContext('2d', options));
    /** When the picture changed last, for the figures: ms of performance.now(). */
    this.drawn = 0;
    new ResizeObserver(() => this.fit()).observe(/** @type {Element} */ (glass.parentElement));
    addEventListener('resize', () => this.fit()); // the zoom, too
    this.fit();
  }

  /** @param {{width: number, height: number, pixels: Uint8Array, contrast: number}} frame */
  draw({ width, height, pixels, contrast }) {
    const { canvas, glow } = this;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = glow.width = width;
      canvas.height = glow.height = height;
      this.fit();
    }
    const picture = new ImageData(width, height);
    for (let at = 0; at < pixels.length; at++) {
      if (pixels[at]) picture.data.set([...LIT, 255], 4 * at);
      else picture.data[4 * at + 3] = 255;
    }
    this.ink.putImageData(picture, 0, 0);
    this.light.drawImage(canvas, 0, 0);
    // The eye sees a tenth of the light as a third of it.
    this.glass.style.setProperty('--light', (0.4 + 0.6 * (contrast / 255) ** 0.5).toFixed(2));
    this.drawn = performance.now();
  }

  /** Choose the size at which a pixel is a whole number of the screen's. */
  fit() {
    const { canvas, glass } = this;
    const box = /** @type {HTMLElement} */ (glass.parentElement);
    const style = getComputedStyle(glass);
    const rim = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = Math.min(
      (box.clientWidth - rim) / canvas.width,
      (innerHeight * parseFloat(style.getPropertyValue('--most'))) / canvas.height,
    );
    const each = Math.max(1, Math.floor(room * devicePixelRatio)) / devicePixelRatio;
    glass.style.setProperty('--pixel', `${each}px`);
    // 12 % of the glass are dark in each direction, and a line of the screen's is more than that.
    // At arm's length it is hardly seen; half of it, so that inverted letters can be read.
    const gap = Math.min(0.6, 0.06 * each * devicePixelRatio);
    glass.style.setProperty('--gap', gap.toFixed(2));
    glass.style.setProperty('--line', `${1 / devicePixelRatio}px`);
    glass.style.setProperty('--columns', String(canvas.width));
    glass.style.setProperty('--rows', String(canvas.height));
  }

  /** @param {number} scale @returns {Promise<Blob>} the picture as a PNG file */
  png(scale = 4) {
    const { width, height } = this.canvas;
    const large = new OffscreenCanvas(width * scale, height * scale);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (large.getContext('2d'));
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, 0, 0, width * scale, height * scale);
    return large.convertToBlob({ type: 'image/png' });
  }
}
