import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'
import type { SizeType } from 'antd/es/config-provider/SizeContext'
import { mix } from './contrast.ts'
import type { Palette } from './palette.ts'
import type { Size } from './settings-store.ts'

export const componentSizes: Record<Size, SizeType> = {
  default: 'large',
  medium: 'medium',
  small: 'small',
  mini: 'small',
}

const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"
const fontFamilyCode =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

const exactColors = (palette: Palette) => ({
  colorPrimary: palette.accentText,
  colorInfo: palette.accentText,
  colorLink: palette.accentText,
  colorLinkHover: palette.accentHover,
  colorLinkActive: palette.accentActive,
  colorSuccess: palette.good,
  colorWarning: palette.warn,
  colorError: palette.bad,
})

/** Tags and notes have a tint of their colour as background; antd's own tints are muddy for colours this dark. */
const washTokens = ({ surface, good, warn, bad }: Palette) => ({
  colorSuccessBg: mix(surface, good, 0.1),
  colorSuccessBorder: mix(surface, good, 0.35),
  colorWarningBg: mix(surface, warn, 0.1),
  colorWarningBorder: mix(surface, warn, 0.35),
  colorErrorBg: mix(surface, bad, 0.1),
  colorErrorBorder: mix(surface, bad, 0.35),
})

const colorTokens = (palette: Palette) => ({
  ...exactColors(palette),
  ...washTokens(palette),
  colorPrimaryHover: palette.accentHover,
  colorPrimaryActive: palette.accentActive,
  colorPrimaryText: palette.accentText,
  colorPrimaryTextHover: palette.accentHover,
  colorPrimaryTextActive: palette.accentActive,
  colorPrimaryBg: palette.accentWash,
  colorPrimaryBgHover: palette.accentWash,
  // antd draws its focus ring in this colour.
  colorPrimaryBorder: palette.accent,
  colorErrorHover: palette.badHover,
  colorErrorActive: palette.badActive,
  colorTextLightSolid: palette.onAccent,
  colorBgLayout: palette.ground,
  colorBgContainer: palette.surface,
  colorBgElevated: palette.raised,
  colorBorder: palette.inputLine,
  colorBorderSecondary: palette.line,
  colorSplit: palette.line,
  colorText: palette.text,
  colorTextSecondary: palette.textSoft,
  colorTextTertiary: palette.textFaint,
  colorTextDescription: palette.textFaint,
  colorTextPlaceholder: palette.textFaint,
  colorTextQuaternary: palette.textFaint,
  colorTextDisabled: palette.textOff,
  colorBgTextHover: palette.hover,
})

/** The class with antd's tokens as CSS variables; it is on the page root, so that our styles can use them too. */
export const tokenClass = 'fleetdeck'

/** antd's tokens: calm, dense, fast (animations of at most 150 ms). */
export function themeConfig(
  palette: Palette,
  { isDark, size, motion }: { isDark: boolean; size: Size; motion: boolean },
): ThemeConfig {
  const algorithms = [isDark ? theme.darkAlgorithm : theme.defaultAlgorithm]
  if (size === 'mini') algorithms.push(theme.compactAlgorithm)
  // The dark algorithm dims its input; these colours already have enough contrast.
  const keepColors: MappingAlgorithm = (seed, map) => ({
    ...(map ?? theme.defaultAlgorithm(seed)),
    ...exactColors(palette),
  })
  return {
    algorithm: [...algorithms, keepColors],
    cssVar: { key: tokenClass },
    hashed: false,
    token: {
      ...colorTokens(palette),
      fontFamily,
      fontFamilyCode,
      // A button at work shows a spinner; its words stay legible.
      opacityLoading: 1,
      borderRadius: 4,
      controlHeight: 32,
      // Minimum height of a pointer target, however dense the rest is (WCAG 2.5.8).
      controlHeightSM: 24,
      lineWidthFocus: 2,
      motion,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
    components: {
      Tooltip: { colorTextLightSolid: '#f2f4f6', colorBgSpotlight: isDark ? '#3a424b' : '#262c33' },
      Menu: {
        itemBorderRadius: 4,
        itemHeight: 36,
        itemMarginInline: 8,
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        itemColor: palette.textSoft,
        itemHoverBg: palette.hover,
        itemSelectedBg: palette.accentWash,
        itemSelectedColor: palette.accentText,
        horizontalItemSelectedColor: palette.accentText,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Table: { headerBg: palette.surface, headerSplitColor: 'transparent' },
    },
  }
}
