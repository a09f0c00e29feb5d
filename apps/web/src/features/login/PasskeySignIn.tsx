import { session } from '@fleetdeck/contract/session'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { askPasskey, passkeyObstacle } from '../../components/sign-in/passkeys.ts'
import { useText } from '../../ground/language.ts'
import { storeToken } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'

/** Without account and password; shown where passkeys work. */
export function PasskeySignIn() {
  const t = useText()
  const { passkeyHost } = useSite()
  const signIn = useMutation({
    mutationFn: async () => {
      const { key, options } = await call(session.startPasskeyLogin)
      return call(session.finishLogin, { body: { key, passkey: await askPasskey(options) } })
    },
    onSuccess: ({ token }) => storeToken(token),
  })
  if (passkeyHost === undefined || passkeyObstacle(passkeyHost)) return null
  return (
    <Button
      type="link"
      block
      className="login-other"
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {t('login.passkeySignIn')}
    </Button>
  )
}
