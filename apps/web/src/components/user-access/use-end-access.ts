import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { auth } from '@fleetdeck/contract/auth'
import type { DataOf } from '@fleetdeck/contract/endpoint'
import { onlineUsers } from '@fleetdeck/contract/online-users'
import { ownAccess, userAccess } from '@fleetdeck/contract/user-access'
import { useQueryClient } from '@tanstack/react-query'
import { ask, inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

type Ended = DataOf<typeof ownAccess.end>
interface Question<Answer> {
  title: string
  hint?: string
  okText: string
  end: () => Promise<Answer>
  done: (answer: Answer) => string
}

const changed = [ownAccess.one, userAccess.one, auth.list, ownAccessTokens.list, onlineUsers.list]

/** Asks, ends sessions, tokens or external accounts, and says so. */
export function useEndAccess() {
  const client = useQueryClient()
  return <Answer>({ title, hint, okText, end, done }: Question<Answer>) =>
    inBackground(
      ask({
        title,
        content: hint,
        okText,
        okButtonProps: { danger: true },
        onOk: async () => {
          showSuccess(done(await shown(end())))
          await Promise.all(changed.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
        },
      }),
    )
}

/** Says how many of each have ended. */
export function useEndedText() {
  const t = useText()
  return (ended: Ended) => t('userAccess.ended', ended)
}
