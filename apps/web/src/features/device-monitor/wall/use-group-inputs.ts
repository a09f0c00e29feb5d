import { useMemo } from 'react'
import type { ScreenInputs } from '../../../components/screen/PhoneScreen.tsx'
import type { WallSession } from '../../../realtime/wall/wall-session.ts'

export interface GroupInputs extends ScreenInputs {
  copy: (text: string) => void
  /** Of the leader, or of the single one, to this computer. */
  askClipboard: () => void
}

/** Sends input to all following members, or to a single paused one. */
export function useGroupInputs(session: WallSession, only: number | undefined): GroupInputs {
  return useMemo(
    () => ({
      act: (action_type, x = 0, y = 0, manner = {}) =>
        session.input({ action: 'canvas_action', action_type, x, y, ...manner }, only),
      type: (text) => session.input({ action: 'typeText', text }, only),
      press: (key) => session.input({ action: 'pressKey', key }, only),
      copySelection: () => session.askClipboard({ copies: true }, only),
      askClipboard: () => session.askClipboard({}, only),
      copy: (text) => session.input({ action: 'setClipboard', text }, only),
    }),
    [session, only],
  )
}
