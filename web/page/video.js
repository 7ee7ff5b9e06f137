// A video of the view as a WebM file: frames of equal distance in time, however slow the machine draws them.

const videoRate = 25, longestVideo = 120;  // frames a second, s

/** A whole number in as few bytes as hold it, at least one. */
function bytesOfNumber(value) {
  const bytes = [];
  for (let rest = value; rest > 0 || !bytes.length; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

/** An element of EBML [RFC 8794]: its identifier, the length of its content in eight bytes, and its content. */
function ebml(identifier, ...content) {
  const parts = content.map(part => typeof part === 'number' ? new Uint8Array(bytesOfNumber(part)) : typeof part === 'string' ? new TextEncoder().encode(part) : part instanceof Blob ? part : new Uint8Array(part));
  const length = parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0), head = bytesOfNumber(identifier), size = bytesOfNumber(length);
  return new Blob([new Uint8Array([...head, 1, ...Array(7 - size.length).fill(0), ...size]), ...parts]);
}

function bytesOfDouble(value) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  return bytes.buffer;
}

/** A WebM file [RFC 9559] of frames {data, time in ms, key}. A cluster begins with each key frame. */
function webmOf(frames, width, height, duration) {
  const head = ebml(0x1A45DFA3, ebml(0x4286, 1), ebml(0x42F7, 1), ebml(0x42F2, 4), ebml(0x42F3, 8), ebml(0x4282, 'webm'), ebml(0x4287, 2), ebml(0x4285, 2));
  const about = ebml(0x1549A966, ebml(0x2AD7B1, 1000000), ebml(0x4489, bytesOfDouble(duration)), ebml(0x4D80, 'Flangeway'), ebml(0x5741, 'Flangeway'));
  const tracks = ebml(0x1654AE6B, ebml(0xAE, ebml(0xD7, 1), ebml(0x73C5, 1), ebml(0x83, 1), ebml(0x86, 'V_VP8'), ebml(0xE0, ebml(0xB0, width), ebml(0xBA, height))));
  const clusters = [];
  for (const frame of frames) {
    if (frame.key || !clusters.length) clusters.push({time: frame.time, blocks: []});
    const {time, blocks} = clusters[clusters.length - 1], after = frame.time - time;
    blocks.push(ebml(0xA3, new Blob([new Uint8Array([0x81, after >> 8, after & 255, frame.key ? 0x80 : 0]), frame.data])));
  }
  return new Blob([head, ebml(0x18538067, about, tracks, ...clusters.map(({time, blocks}) => ebml(0x1F43B675, ebml(0xE7, time), ...blocks)))], {type: 'video/webm'});
}

/** Draws frame after frame by draw(k), which gives a canvas, and encodes them; goes(k) is asked before each. */
async function videoOf(count, width, height, draw, goes) {
  const frames = [];
  let fault = null;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({data, time: Math.round(chunk.timestamp / 1e3), key: chunk.type === 'key'});
    },
    error(problem) { fault = problem; },
  });
  encoder.configure({codec: 'vp8', width, height, bitrate: 6e6, framerate: videoRate});
  for (let k = 0; k < count && !fault && goes(k); ++k) {
    const frame = new VideoFrame(draw(k), {timestamp: Math.round(k * 1e6 / videoRate)});
    encoder.encode(frame, {keyFrame: k % (2 * videoRate) === 0});
    frame.close();
    // Leaves the browser time to encode and to show how far it is.
    do await new Promise(done => setTimeout(done)); while (encoder.encodeQueueSize > 4 && !fault);
  }
  if (!fault) await encoder.flush();
  if (fault) throw fault;
  encoder.close();
  return webmOf(frames, width, height, frames.length * 1000 / videoRate);
}
