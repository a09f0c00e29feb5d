import { Button } from 'antd'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'

/** A sentence, and a link to the sign-in page. */
export function SignInLink({ hint }: { hint: string }) {
  const t = useText()
  return (
    <>
      <p className="login-hint">{hint}</p>
      <Link to="/login">
        <Button type="primary" size="large" block tabIndex={-1}>
          {t('login.toLogin')}
        </Button>
      </Link>
    </>
  )
}
