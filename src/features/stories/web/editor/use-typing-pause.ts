import { useEffect, useRef, useState } from 'react';

/** The value at the last pause of `ms` in typing. Composition with an input method is not a pause. */
export function useTypingPause<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const isComposing = useRef(false);
  useEffect(() => {
    const begin = () => {
      isComposing.current = true;
    };
    const end = () => {
      isComposing.current = false;
    };
    document.addEventListener('compositionstart', begin);
    document.addEventListener('compositionend', end);
    return () => {
      document.removeEventListener('compositionstart', begin);
      document.removeEventListener('compositionend', end);
    };
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      if (isComposing.current) timer = setTimeout(settle, ms);
      else setSettled(value);
    };
    timer = setTimeout(settle, ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
