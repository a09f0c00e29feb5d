import { auth } from '@fleetdeck/contract/auth'
import type { DataOf } from '@fleetdeck/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { StartScreen } from '../../components/StartScreen.tsx'
import { afterSignIn, takeFlow } from '../../components/sign-in/external-sign-in.ts'
import { SignInFrame } from '../../components/sign-in/SignInFrame.tsx'
import { SignInLink } from '../../components/sign-in/SignInLink.tsx'
import { useText } from '../../ground/language.ts'
import { storeToken } from '../../ground/session-store.ts'

/** Sends the provider's parameters to the server, once; only if this tab started the sign-in. */
async function finishFlow(search: URLSearchParams) {
  const flow = takeFlow()
  const state = search.get('state')
  if (!flow || !state) return undefined
  const { browserKey, redirect } = flow
  const [code, iss, error] = ['code', 'iss', 'error'].map((name) => search.get(name) ?? undefined)
  const result = await call(auth.finish, { body: { state, browserKey, code, iss, error } })
  return { ...result, redirect }
}

/** Where to go on: to the page that was wanted, to link, or to the second step of the sign-in. */
function nextPage({ redirect, ...data }: DataOf<typeof auth.finish> & { redirect: string }) {
  if ('bindKey' in data) return { to: '/bind', state: { bindKey: data.bindKey, redirect } }
  if (!('token' in data)) return { to: redirect, state: undefined }
  if (data.factor) return { to: afterSignIn(redirect), state: { factor: data.factor } }
  storeToken(data.token)
  return { to: afterSignIn(redirect), state: undefined }
}

/** /auth-redirect: the return from the external provider. */
export function AuthRedirectPage() {
  const t = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { data, error, isSuccess } = useQuery({
    queryKey: ['outside-sign-in', search.get('state')],
    queryFn: async () => (await finishFlow(search)) ?? 'nothing',
    // It can be sent only once.
    retry: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  })
  useEffect(() => {
    if (!data || data === 'nothing') return
    if ('bound' in data) showSuccess(t('identity.bound'))
    if ('proven' in data) showSuccess(t('identity.proven'))
    const { to, state } = nextPage(data)
    // Replaces the history entry, so that it does not contain the code.
    inBackground(navigate(to, { replace: true, state }))
  }, [data, navigate, t])
  const title = t('login.title')
  if (!error && !(isSuccess && data === 'nothing')) return <StartScreen />
  return (
    <SignInFrame title={title} heading={t('identity.finishFailed')}>
      <SignInLink hint={error?.message ?? t('identity.attemptUnknown')} />
    </SignInFrame>
  )
}
