import {
  Accordion,
  ContextMenu,
  Dialog,
  DropdownMenu,
  HoverCard,
  NavigationMenu,
  Popover,
  Select,
  Tabs,
  Tooltip,
} from 'radix-ui';
import { createRoot } from 'react-dom/client';
import { named, names } from './words.ts';

const App = () => (
  <>
    <Tabs.Root defaultValue="0">
      <Tabs.List>
        {[0, 1, 2].map((at) => (
          <Tabs.Trigger key={at} value={`${at}`}>{`Tab ${at}`}</Tabs.Trigger>
        ))}
      </Tabs.List>
      {[0, 1, 2].map((at) => (
        <Tabs.Content key={at} value={`${at}`}>{`Panel of the ${named(900 + at)}`}</Tabs.Content>
      ))}
    </Tabs.Root>
    <Accordion.Root type="single" collapsible>
      {[0, 1].map((at) => (
        <Accordion.Item key={at} value={`${at}`}>
          <Accordion.Trigger>{`Question ${at}`}</Accordion.Trigger>
          <Accordion.Content>{`Answer of the ${named(903 + at)}`}</Accordion.Content>
        </Accordion.Item>
      ))}
    </Accordion.Root>
    <Dialog.Root>
      <Dialog.Trigger>Dialog</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>Title</Dialog.Title>
          <Dialog.Description>{`Dialog of the ${named(905)}`}</Dialog.Description>
          <Dialog.Close>Close</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>Menu</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content>
          <DropdownMenu.Item>{named(906)}</DropdownMenu.Item>
          <DropdownMenu.Sub>
            <DropdownMenu.SubTrigger>{named(907)}</DropdownMenu.SubTrigger>
            <DropdownMenu.Portal>
              <DropdownMenu.SubContent>
                <DropdownMenu.Item>{named(908)}</DropdownMenu.Item>
              </DropdownMenu.SubContent>
            </DropdownMenu.Portal>
          </DropdownMenu.Sub>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
    <HoverCard.Root>
      <HoverCard.Trigger href="#">Hover</HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content>{`Card of the ${named(909)}`}</HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
    <ContextMenu.Root>
      <ContextMenu.Trigger>Right-click here</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content>
          <ContextMenu.Item>{named(910)}</ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
    <Popover.Root>
      <Popover.Trigger>Popover</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content>{`Popover of the ${named(911)}`}</Popover.Content>
      </Popover.Portal>
    </Popover.Root>
    <Tooltip.Provider>
      <Tooltip.Root>
        <Tooltip.Trigger>Point at me</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content>{`Tooltip of the ${named(912)}`}</Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
    <Select.Root>
      <Select.Trigger>
        <Select.Value placeholder="Choose" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content>
          <Select.Viewport>
            {names(913, 2).map((name) => (
              <Select.Item key={name} value={name}>
                <Select.ItemText>{name}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
    <NavigationMenu.Root>
      <NavigationMenu.List>
        {[0, 1].map((at) => (
          <NavigationMenu.Item key={at}>
            <NavigationMenu.Trigger>{`Area ${at}`}</NavigationMenu.Trigger>
            <NavigationMenu.Content>{`Area of the ${named(915 + at)}`}</NavigationMenu.Content>
          </NavigationMenu.Item>
        ))}
      </NavigationMenu.List>
      <NavigationMenu.Viewport />
    </NavigationMenu.Root>
  </>
);

createRoot(document.getElementById('root')).render(<App />);
