import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCommands } from '../use-commands.ts';
import { ask } from './asked.ts';

/** Search box for people, on every page. It searches on Enter only, because each search is counted in the audit log. */
export function SearchBox() {
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  useCommands({ search: () => box.current?.focus() });
  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        const text = box.current?.value ?? '';
        if (text.trim() === '') return;
        ask(text);
        void navigate({ to: '/applicants' });
      }}
    >
      <input
        ref={box}
        type="search"
        aria-label="Find a person"
        placeholder="Find a person ( / )"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}
