import type { ScreenSize } from '../device-driver.ts'

/**
 * The screen of a phone has three sizes: the panel's, the logical one (`wm size`, rotated), and that of its pictures.
 * Everything outside this file is in pixels of the logical one: touches of `input` and scrcpy, elements, and what
 * scripts see. `screencap` gives logical pixels on some versions of Android and the panel's on others, where a logical
 * screen of another shape has bars around it.
 */
interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export interface PhoneDisplay {
  /** Android's number of it; 0 is the one that phones start with. */
  id: number
  /** Logical pixels in the present rotation. */
  size: ScreenSize
}

/** What parseDisplays and panelIn read. */
export const sizesLine = "dumpsys window displays | grep -E 'Display: mDisplayId=|cur='"
export const panelsLine = "dumpsys display | grep 'DisplayViewport{'"

/** Sides are rounded by Android and by encoders. */
const mostStretch = 0.03

export const isSameSize = (one: ScreenSize | undefined, other: ScreenSize): boolean =>
  one?.width === other.width && one.height === other.height

export const turned = ({ width, height }: ScreenSize): ScreenSize => ({ width: height, height: width })

/** One is upright, the other one wide. */
export const isTurned = (one: ScreenSize, other: ScreenSize): boolean =>
  (one.width - one.height) * (other.width - other.height) < 0

/** Both show the same, at any scale. */
export const hasShapeOf = (one: ScreenSize, other: ScreenSize): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) <= mostStretch

/** The logical screen within a picture of the panel, in pixels of the picture: centred, as large as it fits. */
export function screenIn(picture: ScreenSize, screen: ScreenSize): Rectangle {
  if (hasShapeOf(picture, screen) || isTurned(picture, screen)) return { x: 0, y: 0, ...sides(picture) }
  const scale = Math.min(picture.width / screen.width, picture.height / screen.height)
  const [width, height] = [Math.round(screen.width * scale), Math.round(screen.height * scale)]
  return {
    x: Math.floor((picture.width - width) / 2),
    y: Math.floor((picture.height - height) / 2),
    width,
    height,
  }
}

const sides = ({ width, height }: ScreenSize): ScreenSize => ({ width, height })

/**
 * Of `dumpsys window displays`, a block for each display, the second one first on some cars:
 * `Display: mDisplayId=0 (organized)`, then `init=1080x1920 480dpi base=720x1280 320dpi cur=1280x720 app=…`. `init` is
 * the panel, `base` the override of `wm size`, both upright as built; `cur` is the logical size in its rotation, with
 * cut-outs and bars. Versions without names of displays have one.
 */
export function parseDisplays(text: string): PhoneDisplay[] {
  return text.split(/^\s*Display: (?=mDisplayId=)/m).flatMap((block) => {
    const [, width, height] = /\bcur=(\d+)x(\d+)/.exec(block) ?? []
    if (!Number(width) || !Number(height)) return []
    const id = Number(/^mDisplayId=(\d+)/.exec(block)?.[1] ?? 0)
    return [{ id, size: { width: Number(width), height: Number(height) } }]
  })
}

/**
 * Names of displays by their number, from `dumpsys display`: `DisplayInfo{"Built-in Screen", displayId 0", …}`, or
 * `DisplayInfo{"HDMI Screen, displayId 2", …}` on other versions.
 */
export const parseDisplayNames = (text: string): Map<number, string> =>
  new Map(
    Array.from(text.matchAll(/DisplayInfo\{"([^"{}]*?)"?, displayId (\d+)/g), ([, name = '', id]) => [
      Number(id),
      name.trim(),
    ]),
  )

/** `wm size`: `Physical size: 1080x1920`, then `Override size: 720x1280` if there is one; upright as built. */
export function parseWmSize(text: string, kind?: 'Physical' | 'Override'): ScreenSize | undefined {
  if (!kind) return parseWmSize(text, 'Override') ?? parseWmSize(text, 'Physical')
  const [, width, height] = new RegExp(`^${kind} size: (\\d+)x(\\d+)`, 'm').exec(text) ?? []
  return Number(width) && Number(height) ? { width: Number(width), height: Number(height) } : undefined
}

/**
 * The panel that shows a display, as `screencap -d` takes it, where the phone has several; from `dumpsys display`:
 * `DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:4619827259835644672', …}`. A
 * folding phone gives the display another panel when it is folded.
 */
export function panelIn(text: string, displayId: number): string | undefined {
  const found = [...text.matchAll(/DisplayViewport\{([^{}]*)\}/g)].flatMap(([, words = '']) => {
    const panel = /uniqueId='local:(\d+)'/.exec(words)?.[1]
    const id = /\bdisplayId=(\d+)/.exec(words)?.[1]
    return panel && id ? [{ panel, id: Number(id), isActive: !/\bisActive=false/.test(words) }] : []
  })
  if (new Set(found.map(({ panel }) => panel)).size < 2) return undefined
  const own = found.filter(({ id }) => id === displayId)
  const active = displayId === 0 ? found : own
  return (own.find(({ isActive }) => isActive) ?? active.find(({ isActive }) => isActive) ?? own[0])?.panel
}

/** `dumpsys SurfaceFlinger --display-id`: `Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL …`. */
export const parsePanels = (text: string): string[] =>
  Array.from(text.matchAll(/^Display (\d+) \(/gm), ([, panel = '']) => panel)
