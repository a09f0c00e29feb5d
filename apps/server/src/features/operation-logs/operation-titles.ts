import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { MenuType } from '@fleetdeck/contract/enums'
import type { Language } from '@fleetdeck/i18n/languages'
import { isTextKey, text } from '../../platform/http/language.ts'
import type { listMenuPlaces } from './operation-logs.queries.ts'

type Place = Awaited<ReturnType<typeof listMenuPlaces>>[number]

/** Path of an operator's commands over the device socket, which is no endpoint. */
const deviceSocket = '/rapi/ws/device'

/** The name of the page that each call belongs to: the page that carries its permission, or has a button that does. */
export function operationTitles(endpoints: Endpoint[], places: Place[], language: Language) {
  const byId = new Map(places.map((place) => [place.id, place]))
  const parentOf = ({ parentId }: Place) => (parentId === null ? undefined : byId.get(parentId))
  const pathOf = (place: Place): string => {
    const parent = parentOf(place)
    return `${parent ? pathOf(parent) : ''}/${place.path.replace(/^\/+/, '')}`
  }
  const nameOf = (place: Place) => {
    const key = place.langKey || pathOf(place)
    return isTextKey(key) ? text(language, key) : place.menuName
  }
  const pageWith = new Map<string, Place>()
  for (const place of places) {
    const page = place.menuType === MenuType.button ? parentOf(place) : place
    if (place.permission && page && !pageWith.has(place.permission)) pageWith.set(place.permission, page)
  }
  const titles = new Map([[deviceSocket, text(language, 'log.deviceSocket')]])
  for (const { path, permission } of endpoints) {
    const page = pageWith.get(permission)
    if (page) titles.set(path, nameOf(page))
    else if (permission === 'signed-in') titles.set(path, text(language, '/user/profile'))
  }
  return titles
}
