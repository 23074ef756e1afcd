package planted.event;

import planted.llm.Open;

final class SeesSibling {
    Open sibling = new Open();
}
