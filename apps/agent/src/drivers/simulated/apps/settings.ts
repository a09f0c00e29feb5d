import { type AppLogic, contentTop, type Target, type View } from '../app-logic.ts'
import { clamp, type Rect } from '../geometry.ts'

export const settingsSections = ['network', 'battery', 'display', 'storage', 'about'] as const
export type SettingsSection = (typeof settingsSections)[number]

export interface SettingsState {
  section?: SettingsSection
  wifi: boolean
  bluetooth: boolean
  saver: boolean
  /** 0 to 1. */
  brightness: number
}

const rowHeight = 62
const switches: Partial<Record<SettingsSection, readonly ('wifi' | 'bluetooth' | 'saver')[]>> = {
  network: ['wifi', 'bluetooth'],
  battery: ['saver'],
}

export const sectionRow = ({ width, scroll }: View, index: number): Rect => ({
  x: 14,
  y: contentTop + 84 + index * rowHeight - scroll,
  width: width - 28,
  height: rowHeight,
})

/** The battery page has its large number above the switch. */
const switchTop = (section: SettingsSection): number => contentTop + (section === 'battery' ? 176 : 8)

export function switchTargets(section: SettingsSection, { width }: View): Target[] {
  return (switches[section] ?? []).map((id, index) => ({
    id,
    x: 14,
    y: switchTop(section) + index * rowHeight,
    width: width - 28,
    height: rowHeight,
  }))
}

export const brightnessSlider = ({ width }: View): Rect => ({
  x: 32,
  y: contentTop + 50,
  width: width - 64,
  height: 44,
})

function targets({ section }: SettingsState, view: View): Target[] {
  if (!section) return settingsSections.map((id, index) => ({ id, ...sectionRow(view, index) }))
  if (section === 'display') return [{ id: 'brightness', drag: true, ...brightnessSlider(view) }]
  return switchTargets(section, view)
}

export const settings: AppLogic<SettingsState> = {
  initial: { wifi: true, bluetooth: false, saver: false, brightness: 0.7 },
  targets,
  facts: (state, id) => {
    if (id === 'wifi' || id === 'bluetooth' || id === 'saver') return { type: 'Switch', checked: state[id] }
    return { type: id === 'brightness' ? 'SeekBar' : 'LinearLayout' }
  },
  tap: (state, id) => {
    if (id === 'wifi' || id === 'bluetooth' || id === 'saver') return { ...state, [id]: !state[id] }
    const section = settingsSections.find((name) => name === id)
    return section ? { ...state, section } : state
  },
  drag: (state, _id, { x }, view) => {
    const slider = brightnessSlider(view)
    return { ...state, brightness: clamp((x - slider.x) / slider.width, 0.05, 1) }
  },
  back: ({ section, ...rest }) => (section ? rest : undefined),
  contentHeight: ({ section }, view) =>
    section ? view.height : contentTop + 84 + settingsSections.length * rowHeight + 40,
}
