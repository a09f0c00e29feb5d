import { screenPng } from './android-script.ts'

/**
 * What phones with unusual screens answer, by the beginning of the line; for `androidScript()`. Written from the outputs
 * that owners have published.
 */

/** Honor 8 with `wm size 720x1280`: pictures stay those of the panel. */
export const overriddenScreen = {
  'dumpsys window displays':
    '  Display: mDisplayId=0\n    init=1080x1920 480dpi base=720x1280 320dpi cur=720x1280 app=720x1184\n',
  'wm size': 'Physical size: 1080x1920\nOverride size: 720x1280\n',
  'screencap -p': () => screenPng(1080, 1920),
}

/** A car whose second display comes first. */
export const carScreens = {
  'dumpsys display | grep -o': `DisplayInfo{"Built-in Screen", displayId 0
DisplayInfo{"Cluster, displayId 2
`,
  'dumpsys window displays': `  Display: mDisplayId=2
    init=1280x480 160dpi cur=1280x480 app=1280x480
  Display: mDisplayId=0 (organized)
    init=1920x1080 240dpi cur=1920x1080 app=1920x1016
`,
  'dumpsys display | grep': `  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=2, uniqueId='local:4619827551948147201', physicalPort=1, orientation=0}, DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:4619827259835644672', physicalPort=0, orientation=0}]
`,
  'screencap -p -d 4619827259835644672': () => screenPng(1920, 1080),
  'screencap -p -d': () => screenPng(1280, 480),
}

/** A phone that prints a warning instead of a picture unless a panel is named, and does not report its viewports. */
export const warningScreens = {
  'screencap -p -d 4630946219955703955': '',
  'screencap -p -d 4630946219955703956': () => screenPng(1080, 2400),
  'screencap -p 2': '',
  'dumpsys SurfaceFlinger --display-id': `Display 4630946219955703955 (HWC display 0): port=147 pnpId=QCM displayName=""
Display 4630946219955703956 (HWC display 1): port=148 pnpId=QCM displayName=""
`,
}
