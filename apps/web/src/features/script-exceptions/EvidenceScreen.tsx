import {
  type EvidenceElement,
  type EvidenceGap,
  type EvidenceShot,
  evidenceLimits,
  type ScriptEvidence,
} from '@fleetdeck/contract/script-evidence'
import { Alert, Tree } from 'antd'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { imageAddress } from '../../components/Base64Image.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useText } from '../../ground/language.ts'
import { type ElementNode, elementAt, elementNodes, shortId, shortType } from './element-tree.ts'
import styles from './script-exceptions.module.css'

const treeHeight = 480

function Gap({ gap: { missing, msg } }: { gap: EvidenceGap }) {
  const t = useText()
  return (
    <Alert
      type="info"
      showIcon
      title={t(`scriptException.gap.${missing}`)}
      {...(msg !== '' && { description: msg })}
    />
  )
}

interface ScreenProps {
  shot: EvidenceShot | undefined
  size: { width: number; height: number }
  elements: EvidenceElement[]
  chosen: number | undefined
  onChoose: (key: number | undefined) => void
}

/** The screenshot, or the outlines of the elements; a click selects the element at that place. */
function Screen({ shot, size, elements, chosen, onChoose }: ScreenProps) {
  const t = useText()
  const [hovered, setHovered] = useState<number>()
  const find = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * size.width
    const y = ((event.clientY - top) / height) * size.height
    return elementAt(elements, x, y)
  }
  const outline = (key: number | undefined, className: string | undefined) => {
    const element = key === undefined ? undefined : elements[key]
    if (!element) return null
    const { x, y, width, height } = element
    return <rect className={className ?? ''} x={x} y={y} width={width} height={height} />
  }
  return (
    <div className={styles.screen} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {shot && <img src={imageAddress(shot.jpeg)} alt={t('scriptException.screenshot')} />}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${size.width} ${size.height}`}
        onPointerMove={(event) => setHovered(find(event))}
        onPointerLeave={() => setHovered(undefined)}
        onPointerDown={(event) => onChoose(find(event))}
      >
        {!shot &&
          elements.map(({ x, y, width, height }, key) => (
            <rect key={key} className={styles.wire ?? ''} x={x} y={y} width={width} height={height} />
          ))}
        {outline(hovered, styles.hovered)}
        {outline(chosen, styles.chosen)}
      </svg>
    </div>
  )
}

function ElementTitle({ element: { type, id, text } }: { element: EvidenceElement }) {
  return (
    <span className={styles.element} title={[type, id, text].filter(Boolean).join('\n')}>
      <span>{shortType(type) || '–'}</span>
      {id && <code>{shortId(id)}</code>}
      {text && <span className={styles.elementText}>“{text}”</span>}
    </span>
  )
}

/** The screen at the moment of an error, and its elements; each selects the other. */
export function EvidenceScreen({ evidence: { screenshot, elements } }: { evidence: ScriptEvidence }) {
  const t = useText()
  const [chosen, setChosen] = useState<number>()
  const tree = useRef<{ scrollTo: (place: { key: number }) => void } | null>(null)
  const list = useMemo(() => ('list' in elements ? elements.list : []), [elements])
  const treeData = useMemo(() => elementNodes(list), [list])
  const shot = 'jpeg' in screenshot ? screenshot : undefined
  const [root] = list
  const size = shot
    ? { width: shot.screenWidth, height: shot.screenHeight }
    : root && { width: root.x + root.width, height: root.y + root.height }
  const choose = (key: number | undefined) => {
    setChosen(key)
    if (key !== undefined) tree.current?.scrollTo({ key })
  }
  return (
    <div className={styles.evidence}>
      <section aria-label={t('scriptException.screenshot')}>
        <h3>{t('scriptException.screenshot')}</h3>
        {'missing' in screenshot && <Gap gap={screenshot} />}
        {size && <Screen shot={shot} size={size} elements={list} chosen={chosen} onChoose={choose} />}
      </section>
      <section aria-label={t('scriptException.elements')} className={styles.elements}>
        <h3>{t('scriptException.elements')}</h3>
        {'missing' in elements && <Gap gap={elements} />}
        {'list' in elements && list.length === 0 && <EmptyState text={t('scriptException.noElements')} />}
        {list.length > 0 && (
          <Tree<ElementNode>
            ref={tree as never}
            blockNode
            defaultExpandAll
            height={treeHeight}
            treeData={treeData}
            titleRender={({ element }) => <ElementTitle element={element} />}
            selectedKeys={chosen === undefined ? [] : [chosen]}
            onSelect={([key]) => setChosen(key === undefined ? undefined : Number(key))}
          />
        )}
        {'list' in elements && elements.cut && (
          <p className={styles.soft}>
            {t('scriptException.elementsCut', { count: Math.min(list.length, evidenceLimits.elements) })}
          </p>
        )}
      </section>
    </div>
  )
}
