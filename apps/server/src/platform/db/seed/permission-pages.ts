import { MenuType } from '@fleetdeck/contract/enums'
import { type MenuSeed, menuSeeds } from './menus.ts'

function collect(seeds: MenuSeed[], pages: Map<string, string>): Map<string, string> {
  for (const { type, key, permission, children } of seeds) {
    if (type === MenuType.menu)
      for (const each of [permission, ...children.map((child) => child.permission)])
        if (!pages.has(each)) pages.set(each, key)
    if (type === MenuType.directory) collect(children, pages)
  }
  return pages
}

/** The page, by full path, that each permission belongs to by default. */
export const permissionPages: ReadonlyMap<string, string> = collect(menuSeeds, new Map())
