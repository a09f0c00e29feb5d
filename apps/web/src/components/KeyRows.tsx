import { Fragment } from 'react'

/** Keys and what they do, for a `dl` of two columns. */
export const KeyRows = ({ rows }: { rows: readonly (readonly [label: string, text: string])[] }) =>
  rows.map(([label, text]) => (
    <Fragment key={label}>
      <dt>
        <kbd>{label}</kbd>
      </dt>
      <dd>{text}</dd>
    </Fragment>
  ))
