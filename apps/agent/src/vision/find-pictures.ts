import type { ScreenPixels } from '../drivers/device-driver.ts'
import { type Bounds, type Candidate, correlate, distinct, scoreAt } from './correlate.ts'
import { compareCells } from './match-colors.ts'
import type { Picture, SizedPicture } from './pictures.ts'
import type { ScreenOfPicture } from './png-text.ts'
import { LookRefused } from './refusals.ts'
import type { Screen } from './screen.ts'
import type { SimdKernel } from './simd-kernel.ts'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export interface Match extends Rectangle {
  /** How similar it is, 0 to 1. */
  score: number
}

export interface PictureSearch {
  /** Part of the screen that contains the whole picture. */
  region: Rectangle
  /** Least score of a match, 0 to 1. */
  threshold: number
  /** Maximum difference of colours apart from brightness, 0 to 255. */
  tolerance: number
  /** Width of the screen that the picture was cut out of, if the picture does not contain it. */
  screenWidth: number | undefined
  all: boolean
}

/** Sizes in which a picture of an unknown screen is looked for, the most frequent first. */
const scales = [1, 2 / 3, 3 / 2, 3 / 4, 4 / 3, 1 / 2, 2, 0.9, 1.1, 0.8, 1.25]
/** Multiplications that the first pass may take; it works on the largest copy that this allows. */
const mostProducts = 16_000_000
const leastArea = 64
const leastSide = 5
/** The edges of larger pictures are compared at half their size. */
const smallSide = 24
/** The sums of the kernel have 32 bits. */
const mostArea = 250_000
const coarseScore = { grey: 0.45, edges: 0.35 }
/** Least score in a guessed size: small pictures resemble something in one of many sizes. */
const guessedScore = 0.9
/** Edges vary more than surfaces. */
const edgesScore = 0.9
/** Dark on light and light on dark correlate negatively. */
const invertedScore = -0.2
const mostCandidates = { first: 60, all: 240 }
const mostMatches = 100

/** The best match first; only one unless all are wanted. */
export function findPicture(
  kernel: SimdKernel,
  screen: Screen,
  picture: Picture,
  search: PictureSearch,
): Match[] {
  const cutFrom = search.screenWidth ? { width: search.screenWidth } : picture.screen
  const tried = cutFrom ? [scaleOf(cutFrom, screen.pixels)] : scales
  const sizes = tried.map((scale) => picture.at(scale)).filter((sized) => sized !== undefined)
  const fitting = sizes.filter(({ pixels }) => fits(pixels, search.region))
  if (sizes.length === 0) throw new LookRefused('pictureTooSmall')
  if (fitting.length === 0) throw new LookRefused('pictureExceedsScreen')
  const [first] = fitting as [SizedPicture]
  if (!first.template('grey', 0)) throw new LookRefused('pictureFlat')
  for (const sized of fitting) {
    const threshold = sized === first ? search.threshold : Math.max(search.threshold, guessedScore)
    const found = inGrey(kernel, screen, sized, { ...search, threshold })
    if (found.length) return found
  }
  return inEdges(kernel, screen, first, search)
}

/** Apps are as large on a rotated screen: its shorter sides are compared. */
function scaleOf({ width, height }: ScreenOfPicture, screen: ScreenPixels): number {
  const isRotated = height !== undefined && width < height !== screen.width < screen.height
  return isRotated ? Math.min(screen.width, screen.height) / Math.min(width, height) : screen.width / width
}

const fits = (picture: ScreenPixels, region: Rectangle) =>
  picture.width <= region.width && picture.height <= region.height

function boundsOf({ x, y, width, height }: Rectangle, picture: ScreenPixels): Bounds {
  return { left: x, top: y, right: x + width - picture.width, bottom: y + height - picture.height }
}

/** The largest copy on which comparing all positions is affordable. */
function coarsestLevel({ width, height }: ScreenPixels, bounds: Bounds): number {
  const positions = (bounds.right - bounds.left + 1) * (bounds.bottom - bounds.top + 1)
  let level = 0
  for (;;) {
    const share = 4 ** level
    const next = 2 ** (level + 1)
    if ((positions / share) * ((width * height) / share) <= mostProducts) return level
    if (Math.min(width, height) / next < leastSide || (width * height) / next ** 2 < leastArea) return level
    level += 1
  }
}

const finestLevel = ({ width, height }: ScreenPixels) =>
  Math.max(0, Math.ceil(Math.log2((width * height) / mostArea) / 2))

function candidates(
  kernel: SimdKernel,
  of: 'grey' | 'edges',
  { screen, sized, search }: { screen: Screen; sized: SizedPicture; search: PictureSearch },
): Candidate[] {
  const { pixels } = sized
  const bounds = boundsOf(search.region, pixels)
  const small = Math.min(pixels.width, pixels.height) < smallSide
  const finest = Math.max(finestLevel(pixels), of === 'edges' && !small ? 1 : 0)
  const levels = {
    plane: (level: number) => screen.pyramid[of](level),
    template: (level: number) => sized.template(of, level),
    coarsest: Math.max(finest, coarsestLevel(pixels, bounds)),
    finest,
  }
  const most = search.all ? mostCandidates.all : mostCandidates.first
  const found = correlate(kernel, levels, { bounds, coarse: coarseScore[of], most })
  const side = 2 ** finest
  return found.map(({ x, y, score }) => ({
    x: Math.min(bounds.right, Math.max(bounds.left, x * side)),
    y: Math.min(bounds.bottom, Math.max(bounds.top, y * side)),
    score,
  }))
}

function toMatches(found: Candidate[], { pixels }: SizedPicture, { all }: PictureSearch): Match[] {
  const { width, height } = pixels
  const sorted = found.sort((a, b) => b.score - a.score)
  return distinct(sorted, pixels)
    .slice(0, all ? mostMatches : 1)
    .map((one) => ({ ...one, width, height }))
}

function inGrey(kernel: SimdKernel, screen: Screen, sized: SizedPicture, search: PictureSearch): Match[] {
  const similar = candidates(kernel, 'grey', { screen, sized, search })
  const checked = similar
    .filter(({ score }) => score >= search.threshold)
    .filter((place) => hasColors(screen, place, sized, search.tolerance))
  return toMatches(checked, sized, search)
}

function hasColors(screen: Screen, place: Candidate, { pixels }: SizedPicture, tolerance: number): boolean {
  const { mean, worst } = compareCells(screen.pixels, place, pixels)
  return mean <= tolerance / 4 && worst <= tolerance * 1.75
}

/** Finds what is drawn light on dark instead of dark on light. Where the surfaces are similar, grey has decided. */
function inEdges(kernel: SimdKernel, screen: Screen, sized: SizedPicture, search: PictureSearch): Match[] {
  const similar = candidates(kernel, 'edges', { screen, sized, search })
  const level = finestLevel(sized.pixels)
  const surface = sized.template('grey', level)
  if (!surface) return []
  const plane = screen.pyramid.grey(level)
  const isInverted = ({ x, y }: Candidate) =>
    scoreAt(kernel, plane, surface, { x: x >> level, y: y >> level }) < invertedScore
  const likely = similar.filter(({ score }) => score >= search.threshold * edgesScore).filter(isInverted)
  return toMatches(likely, sized, search)
}
