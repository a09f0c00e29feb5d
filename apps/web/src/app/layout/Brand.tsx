import { Link } from 'react-router'
import mark from '../../ground/mark.svg'
import { useSite } from '../../ground/site.ts'

/** Logo and title of the site. */
export function Brand({ folded = false }: { folded?: boolean }) {
  const { title, logo } = useSite()
  return (
    <Link to="/" className="brand" title={title}>
      <img src={logo || mark} alt="" width={26} height={26} />
      {!folded && <span className="brand-title">{title}</span>}
      {folded && <span className="visually-hidden">{title}</span>}
    </Link>
  )
}
