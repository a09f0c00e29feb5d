import { type Incident, incidents } from '@fleetdeck/contract/incidents'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { shown } from '../../api/feedback.ts'
import { useUndo } from '../../components/use-undo.tsx'
import { useText } from '../../ground/language.ts'

/** Acknowledges incidents, and offers to take it back. */
export function useAcknowledge() {
  const t = useText()
  const client = useQueryClient()
  const offerUndo = useUndo()
  const send = async (ids: number[], isUndone: boolean) => {
    await shown(call(incidents.ack, { body: { ids, isUndone } }))
    await client.invalidateQueries({ queryKey: [incidents.summary.path] })
    await client.invalidateQueries({ queryKey: [incidents.list.path] })
  }
  return async (chosen: readonly Incident[]) => {
    const ids = chosen.map(({ id }) => id)
    await send(ids, false)
    const name = chosen.map(({ kind }) => t(`incident.kind.${kind}`)).join(t('notice.bellComma'))
    await offerUndo(t('incident.acked', { name }), () => send(ids, true))
  }
}
