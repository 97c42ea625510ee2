// SPDX-License-Identifier: MIT
/**
 * The OLED on the page: a canvas with one pixel for each of the panel's, and a blurred copy of
 * it for the glow.
 *
 * At any zoom the canvas is scaled so that each pixel is a whole number of screen pixels. A dark
 * line separates them, as on the glass (0.15 of 0.17 mm are lit).
 */

const LIT = [224, 243, 255];

export class Panel {
  /**
   * @param {HTMLElement} glass the element around the canvases
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLCanvasElement} glow
   */
  constructor(glass, canvas, glow) {
    this.glass = glass;
    this.canvas = canvas;
    this.glow = glow;
    // The processor draws and reads it pixel by pixel, so a canvas on the graphics card is slower.
    const options = { willReadFrequently: true };
    this.ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', options));
    this.light = /** @type {CanvasRenderingContext2D} */ (glow.getContext('2d', options));
    /** Time of the last change of the picture, for the figures: ms of performance.now(). */
    this.drawn = 0;
    new ResizeObserver(() => this.fit()).observe(/** @type {Element} */ (glass.parentElement));
    addEventListener('resize', () => this.fit()); // also for zooming
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
    // To the eye a tenth of the light is about a third as bright.
    this.glass.style.setProperty('--light', (0.4 + 0.6 * (contrast / 255) ** 0.5).toFixed(2));
    this.drawn = performance.now();
  }

  /** Choose the size at which a pixel is a whole number of screen pixels. */
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
    // In each direction 12 % of the glass are dark, and a line of one screen pixel is more than
    // that. At arm's length it hardly shows. Use half of it, so that inverted letters stay
    // readable.
    const gap = Math.min(0.6, 0.06 * each * devicePixelRatio);
    glass.style.setProperty('--gap', gap.toFixed(2));
    glass.style.setProperty('--line', `${1 / devicePixelRatio}px`);
    glass.style.setProperty('--columns', String(canvas.width));
    glass.style.setProperty('--rows', String(canvas.height));
  }

  /** Return the picture as a PNG file. @param {number} scale @returns {Promise<Blob>} */
  png(scale = 4) {
    const { width, height } = this.canvas;
    const large = new OffscreenCanvas(width * scale, height * scale);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (large.getContext('2d'));
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, 0, 0, width * scale, height * scale);
    return large.convertToBlob({ type: 'image/png' });
  }
}
