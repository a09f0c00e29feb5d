import {
  type WallLayout,
  type WallLayoutDetails,
  type WallLayoutDraft,
  wallLayouts,
} from '@fleetdeck/contract/device-wall'
import { DeviceId, WallLayoutId } from '@fleetdeck/contract/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { shown, showSuccess } from '../../../api/feedback.ts'
import { useUndo } from '../../../components/use-undo.tsx'
import { useText } from '../../../ground/language.ts'
import type { WallLook } from './use-wall-address.ts'

const maxListed = 500
const none: never[] = []
const textOf = (look: Omit<WallLayoutDraft, 'layoutName' | 'isShared'>) =>
  JSON.stringify([Object.entries(look.filter).toSorted(), look.size, look.labels, look.deviceIds])

interface Place {
  look: WallLook
  filter: Record<string, string>
  /** Conditions that the address may have. */
  filterNames: readonly string[]
  /** The selected phones. */
  chosen: readonly number[]
}

/** The names of all layouts, and the chosen one. */
function useSaved(layoutId: number | undefined) {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: [wallLayouts.list.path],
    queryFn: ({ signal }) => call(wallLayouts.list, { query: { pageSize: maxListed }, signal }),
  })
  const optionsOf = (id: number) => ({
    queryKey: [wallLayouts.one.path, id],
    queryFn: () => call(wallLayouts.one, { query: { id: WallLayoutId.parse(id) } }),
  })
  const one = useQuery({ ...optionsOf(layoutId ?? 0), enabled: layoutId !== undefined })
  const refresh = () =>
    Promise.all(
      [wallLayouts.list, wallLayouts.one].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  const layout = layoutId === undefined ? undefined : one.data
  return { list: list.data?.list ?? none, layout, optionsOf, refresh }
}

/** The saved layouts, the chosen one, and what can be done with them. */
export function useLayouts({ look, filter, filterNames, chosen }: Place) {
  const t = useText()
  const client = useQueryClient()
  const offerUndo = useUndo()
  const { list, layout, optionsOf, refresh } = useSaved(look.layoutId)
  const order = look.order ?? layout?.deviceIds ?? none

  /** What the wall shows now. */
  const current = (): Omit<WallLayoutDraft, 'layoutName' | 'isShared'> => ({
    filter: { ...filter, ...(look.by !== 'online' && { by: look.by }) },
    ...{ size: look.size, labels: look.labels, deviceIds: order.map((id) => DeviceId.parse(id)) },
  })
  const selected = () => chosen.map((id) => DeviceId.parse(id))
  const edit = async ({ id, layoutName, isShared, ...rest }: WallLayoutDetails, text: string) => {
    const { filter, size, labels, deviceIds } = rest
    const body = { id, layoutName, isShared, filter, size, labels, deviceIds }
    await call(wallLayouts.edit, { body })
    await refresh()
    showSuccess(text)
  }

  return {
    list,
    layout,
    /** The wall differs from the chosen layout. */
    isChanged:
      layout !== undefined &&
      (layout.isTeam ? chosen.join() !== layout.deviceIds.join() : textOf(current()) !== textOf(layout)),
    /** The layout if it is a team. */
    team: layout?.isTeam ? layout : undefined,
    order,
    choose: async ({ id }: Pick<WallLayout, 'id'>) => {
      const { filter, size, labels } = await shown(client.fetchQuery(optionsOf(id)))
      const conditions = Object.fromEntries(filterNames.map((name) => [name, filter[name as never] ?? '']))
      look.setLayout(id, {
        ...conditions,
        by: filter.by ?? '',
        size: String(size),
        labels: labels.join(',') || 'none',
        chosen: '',
      })
    },
    saveAs: async (name: Pick<WallLayoutDraft, 'layoutName' | 'isShared'>) => {
      const { id } = await call(wallLayouts.add, { body: { ...current(), ...name } })
      await refresh()
      look.setLayout(id, { size: String(look.size), labels: look.labels.join(',') || 'none' })
      showSuccess(t('wall.layoutSaved', { name: name.layoutName }))
    },
    /** A team shows its phones whatever was searched for before. */
    saveTeam: async (name: Pick<WallLayoutDraft, 'layoutName' | 'isShared'>) => {
      const body = { ...current(), ...name, filter: {}, deviceIds: selected(), isTeam: true }
      const { id } = await call(wallLayouts.add, { body })
      await refresh()
      const conditions = Object.fromEntries(filterNames.map((condition) => [condition, '']))
      look.setLayout(id, { ...conditions, chosen: '' })
      showSuccess(t('wall.teamSaved', { name: name.layoutName }))
    },
    rename: (of: WallLayoutDetails, layoutName: string) =>
      edit({ ...of, layoutName }, t('wall.renamed', { name: layoutName })),
    update: async (of: WallLayoutDetails) => {
      const { layoutName: name, isTeam, filter: conditions } = of
      const now = isTeam ? { ...current(), filter: conditions, deviceIds: selected() } : current()
      await shown(edit({ ...of, ...now }, t(isTeam ? 'wall.teamSaved' : 'wall.layoutSaved', { name })))
      look.setOrder(undefined)
    },
    share: (of: WallLayoutDetails) =>
      shown(
        edit(
          { ...of, isShared: !of.isShared },
          t(of.isShared ? 'wall.layoutUnshared' : 'wall.layoutShared', { name: of.layoutName }),
        ),
      ),
    remove: async ({ id }: WallLayoutDetails) => {
      await shown(call(wallLayouts.remove, { query: { ids: [id] } }))
      look.setLayout(undefined, { by: look.by })
      await refresh()
      showSuccess(t('table.deleted'))
    },
    /** Online phones first again; the layout stays as it is until it is updated. */
    resetOrder: () => {
      const before = look.order
      look.setOrder(none)
      return offerUndo(t('wall.orderWasReset'), async () => look.setOrder(before))
    },
    leave: () => look.setLayout(undefined, { by: 'online' }),
  }
}

export type Layouts = ReturnType<typeof useLayouts>
