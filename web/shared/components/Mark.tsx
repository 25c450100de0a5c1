/** The brand's mark in the current text colour. */
export function Mark({ size = 24, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M15.72 3.02L13.2 0.5L10.8 0.5L8.28 3.02L4.72 3.02L2.2 0.5L0.59 0.5L0.5 0.59L0.5 2.2L3.02 4.72L3.02 8.28L0.5 10.8L0.5 13.2L3.02 15.72L3.02 19.28L0.5 21.8L0.5 23.41L0.59 23.5L2.2 23.5L4.72 20.98L8.28 20.98L10.8 23.5L13.2 23.5L15.72 20.98L19.28 20.98L21.8 23.5L23.41 23.5L23.5 23.41L23.5 21.8L20.98 19.28L20.98 15.72L23.5 13.2L23.5 10.8L20.98 8.28L20.98 4.72L23.5 2.2L23.5 0.59L23.41 0.5L21.8 0.5L19.28 3.02ZM14.72 18.58L12 21.3L9.28 18.58L5.42 18.58L5.42 14.72L2.7 12L5.42 9.28L5.42 5.42L9.28 5.42L12 2.7L14.72 5.42L18.58 5.42L18.58 9.28L21.3 12L18.58 14.72L18.58 18.58Z"
      />
    </svg>
  )
}
