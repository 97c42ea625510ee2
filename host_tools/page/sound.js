// SPDX-License-Identifier: MIT
/**
 * The buzzer in WebAudio, from the exact edges of its pin that the emulated PWM makes.
 *
 * The loudspeaker follows the board's time with a short delay, so that sound arriving in pieces
 * is played without gaps.
 */

const NANO = 1e-9;
/** Seconds from an edge to its sound. */
const BEHIND = 0.06;
/** Seconds without an edge after which the pin counts as silent. */
const SILENCE = 0.05;
const VOLUME = 0.2;

export class Sound {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    this.shift = 0;
    this.at = 0;
    this.high = false;
    /** Pieces played, for the tests. */
    this.played = 0;
  }

  /** Switch it off, or on in response to a person's action. @param {boolean} on */
  async switch(on) {
    if (on && !this.context) {
      this.context = new AudioContext();
      await this.context.resume();
    } else if (!on && this.context) {
      await this.context.close();
      this.context = null;
    }
  }

  /**
   * Play what the pin did until a time of the board's (ns); falling edges have negative times.
   * @param {Float64Array} edges
   * @param {number} until
   */
  play(edges, until) {
    const first = Math.abs(edges[0]) * NANO;
    const end = until * NANO;
    const { context } = this;
    if (!context) {
      this.high = edges[edges.length - 1] > 0;
      return;
    }
    if (Math.abs(first - this.at) > SILENCE) this.at = first; // after a pause
    const length = Math.ceil((end - this.at) * context.sampleRate);
    const start = this.at + this.shift;
    if (length > 0 && length < context.sampleRate) {
      const buffer = context.createBuffer(1, length, context.sampleRate);
      this.high = sample(buffer.getChannelData(0), edges, this.at, context.sampleRate, this.high);
      const early = context.currentTime + 0.005;
      const when = start < early || start > early + 4 * BEHIND ? early + BEHIND : start;
      this.shift = when - this.at;
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      source.start(when);
      this.played++;
    }
    this.at = end;
  }
}

/**
 * Fill in how long the pin is high in each sample.
 * @param {Float32Array} samples
 * @param {Float64Array} edges
 * @param {number} begin seconds
 * @param {number} rate samples a second
 * @param {boolean} high whether the pin is high at the beginning
 * @returns {boolean} whether it is high at the end
 */
export function sample(samples, edges, begin, rate, high) {
  let from = 0;
  const until = (/** @type {number} */ to) => {
    const end = Math.min(Math.max(to, from), samples.length);
    if (high) {
      for (let at = Math.floor(from); at < end; at++) {
        samples[at] += VOLUME * (Math.min(at + 1, end) - Math.max(at, from));
      }
    }
    from = end;
  };
  for (const edge of edges) {
    until((Math.abs(edge) * 1e-9 - begin) * rate);
    high = edge > 0;
  }
  until(samples.length);
  return high;
}
