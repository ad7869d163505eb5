"""How things look: colours, fonts, icons, landscapes, the pictures of pieces, and their pixels."""
