import { expect, it } from 'vitest'
import { buildPalette } from '../src/ground/theme/palette.ts'
import { themeConfig } from '../src/ground/theme/theme-config.ts'
import { antdStyles } from './antd-styles.tsx'

const stylesOf = (color: string, isDark: boolean, size: 'mini' | 'medium', motion: boolean) =>
  antdStyles(themeConfig(buildPalette(color, isDark), { isDark, size, motion }))

it('is the same in every theme, so that a build can contain it', () => {
  const styles = stylesOf('#1890ff', false, 'medium', true)
  expect(styles).toContain('.ant-btn')
  expect(stylesOf('#212121', true, 'mini', false)).toBe(styles)
})
