import sanitize from 'sanitize-html'

const textStyles = { 'text-align': [/^(left|right|center|justify)$/] }

/** Elements allowed in formatted text; others are removed and their text stays. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    p: ['style'],
    h1: ['style'],
    h2: ['style'],
    h3: ['style'],
    h4: ['style'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedStyles: { '*': textStyles },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
    // Browsers load no picture from elsewhere, which would tell its site who reads this.
    img: (tagName, attribs) => (isOutside(attribs.src) ? asLink(attribs) : { tagName, attribs }),
  },
}

/** As browsers read it, without spaces and control characters. */
const plainAddress = (address = '') => address.replace(/[\p{Cc}\s]/gu, '')
const isOutside = (address?: string) => /^https?:/i.test(plainAddress(address))

const asLink = ({ src = '', alt = '' }: sanitize.Attributes) => ({
  tagName: 'a',
  attribs: { href: src, target: '_blank', rel: 'noopener noreferrer' },
  text: alt || src,
})

/** The first picture of another site, which `cleanHtml` turns into a link. */
export function outsidePicture(html: string): string | undefined {
  let found: string | undefined
  const img: sanitize.Transformer = (tagName, attribs) => {
    if (isOutside(attribs.src)) found ??= plainAddress(attribs.src)
    return { tagName, attribs }
  }
  sanitize(html, { ...allowed, transformTags: { img } })
  return found
}

/** HTML without active content (back-office J.2, 8). */
export const cleanHtml = (html: string): string => sanitize(html, allowed)
