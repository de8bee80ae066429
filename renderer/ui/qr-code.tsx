import qrcode from 'qrcode-generator';
import { useMemo } from 'react';
import './qr-code.css';

/** Light modules around a code (ISO/IEC 18004). */
const quiet = 4;

export interface QrPart {
  readonly text: string;
  /** `compact`: capitals, digits and a few signs, packed denser. */
  readonly packed: 'compact' | 'plain';
}

/** The dark modules of a code as one path, and its width; null where the text is too long for any. */
export function qrPath(parts: readonly QrPart[]): { readonly path: string; readonly width: number } | null {
  const code = qrcode(0, 'M');
  for (const { text, packed } of parts) code.addData(text, packed === 'compact' ? 'Alphanumeric' : 'Byte');
  try {
    code.make();
  } catch {
    return null;
  }
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`;
    }
  }
  return { path, width: count + 2 * quiet };
}

/** A QR code. It stays black on white in the dark too: many scanners read nothing else. */
export function QrCode(props: {
  readonly parts: readonly QrPart[];
  readonly label: string;
  /** Shown where the text does not fit into a code. */
  readonly tooLong: string;
}) {
  const { parts, label, tooLong } = props;
  const drawn = useMemo(() => qrPath(parts), [parts]);
  if (drawn === null) return <p>{tooLong}</p>;
  return (
    <svg className="qr-code" viewBox={`0 0 ${drawn.width} ${drawn.width}`} role="img" aria-label={label}>
      <rect className="qr-code__paper" width={drawn.width} height={drawn.width} />
      <path className="qr-code__ink" d={drawn.path} shapeRendering="crispEdges" />
    </svg>
  );
}
