import { SignInFrame } from '../../components/sign-in/SignInFrame.tsx'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { LoginForm } from './LoginForm.tsx'
import { OtherSignIns } from './OtherSignIns.tsx'

/** Where it all starts. After signing in, the guard leads on to where the visitor wanted to go. */
export function LoginPage() {
  const t = useText()
  const { title } = useSite()
  return (
    <SignInFrame title={t('login.title')} heading={title}>
      <LoginForm />
      <OtherSignIns />
    </SignInFrame>
  )
}
