import type { ToolRequest } from '@fleetdeck/contract/phone-tools'
import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '../../api/message-of.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ToolAnswer } from '../../realtime/screen/tool-requests.ts'

interface Known {
  answer?: ToolAnswer
  reason?: string
  isBusy: boolean
}

/** What the phone answers, and why it does not. The last answer stays until the next. */
function useToolAnswer(session: ScreenSession) {
  const [known, setKnown] = useState<Known>({ isBusy: false })
  const ask = useCallback(
    async (request: ToolRequest): Promise<boolean> => {
      setKnown(({ answer }) => ({ ...(answer && { answer }), isBusy: true }))
      try {
        const answer = await session.askTool(request)
        setKnown({ answer, isBusy: false })
        return true
      } catch (error) {
        setKnown(({ answer }) => ({
          ...(answer && { answer }),
          reason: errorMessage(error),
          isBusy: false,
        }))
        return false
      }
    },
    [session],
  )
  return { ...known, ask }
}

/** Asks first when it appears, and again when `again` has changed. */
export function useAskedTool(session: ScreenSession, request: ToolRequest, again: unknown = undefined) {
  const tool = useToolAnswer(session)
  const { ask } = tool
  const text = JSON.stringify(request)
  useEffect(() => {
    ask(JSON.parse(text) as ToolRequest).catch(() => undefined)
  }, [ask, text, again])
  return tool
}
