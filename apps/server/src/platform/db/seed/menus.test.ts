import { MenuType } from '@fleetdeck/contract/enums'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { expect, test } from 'vitest'
import { type MenuSeed, menuSeeds } from './menus.ts'

const buttons = (seeds: readonly MenuSeed[]): MenuSeed[] =>
  seeds.flatMap((seed) => [...(seed.type === MenuType.button ? [seed] : []), ...buttons(seed.children)])

test('every button of the menu has a text, so that roles show no bare permission', () => {
  const permissions = buttons(menuSeeds).map(({ permission }) => permission)
  expect(permissions.length).toBeGreaterThan(100)
  expect(permissions.filter((permission) => !(`button.${permission}` in zhcn))).toEqual([])
})
