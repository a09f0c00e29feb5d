import { describe, expect, test } from 'vitest'
import type { ScreenSize } from '../device-driver.ts'
import { panelIn, parseDisplays, parsePanels, parseWmSize, screenIn } from './display-geometry.ts'
import { toPixel } from './pixels.ts'

const size = (text: string): ScreenSize => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}
const block = (id: number, line: string) =>
  `  Display: mDisplayId=${id} (organized)\n    ${line}\n    deferred=false\n`

interface Phone {
  /** `dumpsys window displays` and the picture of `screencap`, as owners of such phones published them. */
  dump: string
  picture: string
  /** The size of touches. */
  touch: string
  /** The part of the picture that shows the screen. */
  shown?: [x: number, y: number, size: string]
}

const phones: Record<string, Phone> = {
  'of Android 8, without more': {
    dump: '  Display: mDisplayId=0\n    init=1080x1920 480dpi cur=1080x1920 app=1080x1794 rng=1080x1017-1810x1731',
    picture: '1080x1920',
    touch: '1080x1920',
  },
  'of an old version that names no display': {
    dump: '    init=1080x2400 440dpi cur=1080x2400 app=1080x2300',
    picture: '1080x2400',
    touch: '1080x2400',
  },
  'turned to the left': {
    dump: block(0, 'init=1080x2400 420dpi cur=2400x1080 app=2282x1080 rng=1080x1017-2400x2337'),
    picture: '2400x1080',
    touch: '2400x1080',
  },
  'on its head': {
    dump: block(0, 'init=1080x2400 420dpi cur=1080x2400 app=1080x2282'),
    picture: '1080x2400',
    touch: '1080x2400',
  },
  'turned to the right, with a cut-out': {
    dump: block(0, 'init=1080x2340 440dpi mMinSizeOfResizeableTaskDp=220 cur=2340x1080 app=2244x1080'),
    picture: '2340x1080',
    touch: '2340x1080',
  },
  'with another density': {
    dump: block(0, 'init=1080x2400 440dpi base=1080x2400 320dpi cur=1080x2400 app=1080x2320'),
    picture: '1080x2400',
    touch: '1080x2400',
  },
  'with an override that pictures do not follow (Honor 8)': {
    dump: block(0, 'init=1080x1920 480dpi base=720x1280 320dpi cur=720x1280 app=720x1184'),
    picture: '1080x1920',
    touch: '720x1280',
  },
  'with such an override, turned': {
    dump: block(0, 'init=1080x1920 480dpi base=720x1280 320dpi cur=1280x720 app=1184x720'),
    picture: '1920x1080',
    touch: '1280x720',
  },
  'with an override that pictures follow (Samsung, FHD+ of WQHD+)': {
    dump: block(0, 'init=1440x3040 560dpi base=1080x2280 420dpi cur=1080x2280 app=1080x2154'),
    picture: '1080x2280',
    touch: '1080x2280',
  },
  'with an override of another shape: bars above and below': {
    dump: block(0, 'init=1080x2400 440dpi base=1080x1920 440dpi cur=1080x1920 app=1080x1800'),
    picture: '1080x2400',
    touch: '1080x1920',
    shown: [0, 240, '1080x1920'],
  },
  'with an override of another shape, turned: bars at the sides': {
    dump: block(0, 'init=1080x2400 440dpi base=540x960 220dpi cur=960x540 app=960x500'),
    picture: '2400x1080',
    touch: '960x540',
    shown: [240, 0, '1920x1080'],
  },
  'with a square override': {
    dump: block(0, 'init=1080x2400 440dpi base=1000x1000 440dpi cur=1000x1000 app=1000x900'),
    picture: '1080x2400',
    touch: '1000x1000',
    shown: [0, 660, '1080x1080'],
  },
  'that folds, open': {
    dump:
      block(0, 'init=2076x2152 390dpi cur=2076x2152 app=2076x2152') +
      block(3, 'init=1080x2364 420dpi cur=1080x2364'),
    picture: '2076x2152',
    touch: '2076x2152',
  },
  'that is a tablet, wide as built': {
    dump: block(0, 'init=2560x1600 320dpi cur=2560x1600 app=2560x1504 rng=1600x1504-2560x2464'),
    picture: '2560x1600',
    touch: '2560x1600',
  },
  'that is a tablet, held upright': {
    dump: block(0, 'init=2560x1600 320dpi cur=1600x2560 app=1600x2464'),
    picture: '1600x2560',
    touch: '1600x2560',
  },
  'with a second display after the first': {
    dump:
      block(0, 'init=1080x2400 440dpi cur=1080x2400 app=1080x2300') +
      block(26, 'init=864x1920 320dpi cur=864x1920'),
    picture: '1080x2400',
    touch: '1080x2400',
  },
  'with a second display before the first (a car)': {
    dump:
      block(2, 'init=1280x480 160dpi cur=1280x480') +
      block(0, 'init=1920x1080 240dpi cur=1920x1080 app=1920x1016'),
    picture: '1920x1080',
    touch: '1920x1080',
  },
}

describe('the screen of a phone', () => {
  test.each(Object.entries(phones))('%s is touched where its picture shows it', (_, phone) => {
    const { dump, picture, touch, shown: [x, y, part] = [0, 0, picture] } = phone
    const screen = parseDisplays(dump).find(({ id }) => id === 0)?.size
    expect(screen).toEqual(size(touch))
    if (!screen) return
    const shown = screenIn(size(picture), screen)
    expect(shown).toEqual({ x, y, ...size(part) })
    // What is in the middle of the picture is touched in the middle of the screen.
    const [width, height] = [shown.x + shown.width / 2, shown.y + shown.height / 2]
    expect([width, height]).toEqual([size(picture).width / 2, size(picture).height / 2])
    const centre = toPixel({ x: 0.5, y: 0.5 }, screen)
    expect(centre).toEqual({ x: screen.width / 2, y: screen.height / 2 })
  })

  test('is not known from an output that says nothing of it', () => {
    for (const text of ['', "Can't find service: window", '    cur=0x0', 'Display: mDisplayId=0\n'])
      expect(parseDisplays(text)).toEqual([])
  })

  test('by `wm size` is the override, if there is one', () => {
    expect(parseWmSize('Physical size: 1080x1920\nOverride size: 720x1280\n')).toEqual(size('720x1280'))
    expect(parseWmSize('Physical size: 1080x1920\n')).toEqual(size('1080x1920'))
    expect(parseWmSize('Error: java.lang.SecurityException\n')).toBeUndefined()
  })
})

describe('the panel of a display', () => {
  const viewport = (id: number, panel: string, isActive = true) =>
    `DisplayViewport{type=INTERNAL, valid=true, isActive=${isActive}, displayId=${id}, uniqueId='${panel}', physicalPort=0}`
  const viewports = (...all: string[]) => `  mViewports=[${all.join(', ')}]\n`

  test('needs no name where there is only one', () => {
    expect(panelIn(viewports(viewport(0, 'local:4630946674560563329')), 0)).toBeUndefined()
    expect(panelIn(viewports(viewport(0, 'local:1'), viewport(5, 'virtual:com.app,10')), 0)).toBeUndefined()
    expect(panelIn('', 0)).toBeUndefined()
  })

  test('is the one that shows it, in both orders of displays', () => {
    const [first, second] = [viewport(0, 'local:11'), viewport(2, 'local:22')]
    expect(panelIn(viewports(first, second), 0)).toBe('11')
    expect(panelIn(viewports(second, first), 0)).toBe('11')
    expect(panelIn(viewports(second, first), 2)).toBe('22')
  })

  test('of a folding phone is the one that is on', () => {
    expect(panelIn(viewports(viewport(0, 'local:11'), viewport(3, 'local:22', false)), 0)).toBe('11')
    expect(panelIn(viewports(viewport(3, 'local:11', false), viewport(0, 'local:22')), 0)).toBe('22')
    expect(panelIn(viewports(viewport(0, 'local:11', false), viewport(3, 'local:22')), 0)).toBe('22')
  })

  test('is listed by SurfaceFlinger', () => {
    const text =
      'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\nDisplay 4619827551948147201 (HWC display 1): port=1\n'
    expect(parsePanels(text)).toEqual(['4619827259835644672', '4619827551948147201'])
  })
})
