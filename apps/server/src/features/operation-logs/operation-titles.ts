import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { MenuType } from '@fleetdeck/contract/enums'
import type { Language } from '@fleetdeck/i18n/languages'
import { isTextKey, text } from '../../platform/http/language.ts'
import type { listMenuPlaces } from './operation-logs.queries.ts'

type Place = Awaited<ReturnType<typeof listMenuPlaces>>[number]

/** Path for commands over the device socket, which is not an endpoint. */
const deviceSocket = '/rapi/ws/device'

/** The name of the page of each endpoint: the page that has its permission, or has a button with it. */
export function operationTitles(endpoints: Endpoint[], places: Place[], language: Language) {
  const byId = new Map(places.map((place) => [place.id, place]))
  const parentOf = ({ parentId }: Place) => (parentId === null ? undefined : byId.get(parentId))
  const buildPath = (place: Place): string => {
    const parent = parentOf(place)
    return `${parent ? buildPath(parent) : ''}/${place.path.replace(/^\/+/, '')}`
  }
  const displayName = (place: Place) => {
    const key = place.langKey || buildPath(place)
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
    if (page) titles.set(path, displayName(page))
    else if (permission === 'signed-in') titles.set(path, text(language, '/user/profile'))
  }
  return titles
}
