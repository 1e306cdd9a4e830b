import { blankPicture, type Picture } from '../sources/kernel/png.ts';

/** A rectangle in a picture. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Spot = readonly [x: number, y: number];

/** A parallelogram: the positions of its first pixel, the end of its first row, and the end of its first column. */
export interface Parallelogram {
  readonly begin: Spot;
  readonly rowEnd: Spot;
  readonly columnEnd: Spot;
}

/** The offset of the four bytes of a pixel. */
export const offsetOf = ({ width }: Picture, x: number, y: number): number => (y * width + x) * 4;

/** A view of the pixels of a picture as 32-bit numbers, for copying and comparing. */
const pixelsOf = ({ pixels }: Picture) =>
  new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);

/** A copy of a part of a picture, with its colours multiplied by `light`; fully opaque when `isSolid`. */
export function cutOut(picture: Picture, area: Area, { light = 1, isSolid = false } = {}): Picture {
  const cut = blankPicture(area.width, area.height);
  for (let y = 0; y < area.height; y += 1) {
    for (let x = 0; x < area.width; x += 1) {
      const from = offsetOf(picture, area.left + x, area.top + y);
      const to = offsetOf(cut, x, y);
      for (let colour = 0; colour < 3; colour += 1) {
        cut.pixels[to + colour] = Math.round(picture.pixels[from + colour]! * light);
      }
      cut.pixels[to + 3] = isSolid ? 255 : picture.pixels[from + 3]!;
    }
  }
  return cut;
}

/** Blends a pixel over another. The upper pixel must not be fully transparent. */
function lay(over: Picture, from: number, under: Picture, to: number): void {
  const [upper, lower] = [over.pixels, under.pixels];
  const alpha = upper[from + 3]!;
  const rest = (lower[to + 3]! * (255 - alpha)) / 255;
  for (let colour = 0; colour < 3; colour += 1) {
    lower[to + colour] = Math.round(
      (upper[from + colour]! * alpha + lower[to + colour]! * rest) / (alpha + rest),
    );
  }
  lower[to + 3] = Math.round(alpha + rest);
}

/** Blends a picture over another of the same size. */
export function cover(under: Picture, over: Picture): void {
  for (let at = 0; at < under.pixels.length; at += 4) if (over.pixels[at + 3]! > 0) lay(over, at, under, at);
}

/** Scales a picture by nearest-neighbour sampling. */
export function resized(picture: Picture, width: number, height: number): Picture {
  const made = blankPicture(width, height);
  const [from, to] = [pixelsOf(picture), pixelsOf(made)];
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(((y + 0.5) * picture.height) / height) * picture.width;
    for (let x = 0; x < width; x += 1) {
      to[y * width + x] = from[row + Math.floor(((x + 0.5) * picture.width) / width)]!;
    }
  }
  return made;
}

/** Draws a picture into a parallelogram of a canvas, by nearest-neighbour sampling. */
export function project(
  canvas: Picture,
  picture: Picture,
  { begin, rowEnd, columnEnd }: Parallelogram,
): void {
  const [rowX, rowY] = [rowEnd[0] - begin[0], rowEnd[1] - begin[1]];
  const [columnX, columnY] = [columnEnd[0] - begin[0], columnEnd[1] - begin[1]];
  const determinant = rowX * columnY - rowY * columnX;
  const [left, right] = range(begin[0], rowX, columnX);
  const [top, bottom] = range(begin[1], rowY, columnY);
  const [acrossStep, downStep] = [columnY / determinant, -rowY / determinant];
  const { width, height, pixels } = picture;
  const [from, to] = [pixelsOf(picture), pixelsOf(canvas)];
  for (let y = top; y < bottom; y += 1) {
    const [startX, startY] = [left + 0.5 - begin[0], y + 0.5 - begin[1]];
    let across = (startX * columnY - startY * columnX) / determinant;
    let down = (startY * rowX - startX * rowY) / determinant;
    for (let x = left; x < right; x += 1, across += acrossStep, down += downStep) {
      if (across < 0 || across >= 1 || down < 0 || down >= 1) continue;
      const seen = Math.floor(down * height) * width + Math.floor(across * width);
      const alpha = pixels[seen * 4 + 3]!;
      if (alpha === 255) to[y * canvas.width + x] = from[seen]!;
      else if (alpha > 0) lay(picture, seen * 4, canvas, (y * canvas.width + x) * 4);
    }
  }
}

/** The bounds of a parallelogram on one axis, rounded outwards to integers. */
function range(begin: number, row: number, column: number): readonly [from: number, to: number] {
  const least = begin + Math.min(0, row) + Math.min(0, column);
  const most = begin + Math.max(0, row) + Math.max(0, column);
  return [Math.floor(least), Math.ceil(most)];
}

/** Scales a picture down by an integer factor: each pixel is the mean of a block, weighted by opacity. */
export function reduced(picture: Picture, times: number): Picture {
  const made = blankPicture(picture.width / times, picture.height / times);
  const [from, to] = [pixelsOf(picture), pixelsOf(made)];
  for (let y = 0; y < made.height; y += 1) {
    for (let x = 0; x < made.width; x += 1) {
      const first = y * times * picture.width + x * times;
      if (isEven(from, first, picture.width, times)) to[y * made.width + x] = from[first]!;
      else putMean(made, (y * made.width + x) * 4, picture, first, times);
    }
  }
  return made;
}

function isEven(words: Uint32Array, first: number, width: number, times: number): boolean {
  for (let down = 0; down < times; down += 1) {
    for (let right = 0; right < times; right += 1) {
      if (words[first + down * width + right] !== words[first]) return false;
    }
  }
  return true;
}

function putMean(made: Picture, to: number, picture: Picture, first: number, times: number): void {
  const sums = [0, 0, 0];
  let opacity = 0;
  for (let down = 0; down < times; down += 1) {
    for (let right = 0; right < times; right += 1) {
      const from = (first + down * picture.width + right) * 4;
      const alpha = picture.pixels[from + 3]!;
      opacity += alpha;
      for (let colour = 0; colour < 3; colour += 1) sums[colour]! += picture.pixels[from + colour]! * alpha;
    }
  }
  for (let colour = 0; colour < 3; colour += 1)
    made.pixels[to + colour] = Math.round(sums[colour]! / opacity);
  made.pixels[to + 3] = Math.round(opacity / times ** 2);
}
